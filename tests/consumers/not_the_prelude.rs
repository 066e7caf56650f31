//! Names of the prelude as other things: generated code uses none of them.
#![allow(dead_code, non_camel_case_types)]

pub struct Box;
pub struct Err;
pub struct None;
pub struct Ok;
pub struct Option;
pub struct Result;
pub struct Some;
pub struct String;
pub struct Vec;
pub struct drop;
pub trait AsMut {}
pub trait AsRef {}
pub trait Clone {}
pub trait Copy {}
pub trait Default {}
pub trait DoubleEndedIterator {}
pub trait Drop {}
pub trait Eq {}
pub trait ExactSizeIterator {}
pub trait Extend {}
pub trait Fn {}
pub trait FnMut {}
pub trait FnOnce {}
pub trait From {}
pub trait FromIterator {}
pub trait Into {}
pub trait IntoIterator {}
pub trait Iterator {}
pub trait Ord {}
pub trait PartialEq {}
pub trait PartialOrd {}
pub trait Send {}
pub trait Sized {}
pub trait Sync {}
pub trait ToOwned {}
pub trait ToString {}
pub trait TryFrom {}
pub trait TryInto {}
