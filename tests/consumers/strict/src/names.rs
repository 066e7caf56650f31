//! Structs and fields that are called like what generated code uses.

use rowkey::{KeyCode, RowKey};

/// Fields like locals, keywords and types.
#[derive(RowKey, Debug, Clone, PartialEq, Eq)]
#[rowkey(separator = "_", salt(xor, buckets = 6, of(key, r#type, value.int)))]
pub struct Fields {
    /// A local of encode.
    pub out: u8,
    /// A keyword.
    pub r#type: u16,
    /// A keyword since 2024.
    pub r#gen: u16,
    /// Nearly a keyword.
    pub self_: u8,
    /// A parameter.
    pub key: u32,
    /// A parameter.
    #[rowkey(len(2), chars("0-9"))]
    pub value: String,
    /// A path of ours.
    pub rowkey: u8,
    /// A crate.
    pub core: u8,
    /// A name of the prelude.
    #[rowkey(skip)]
    pub some: Option<u8>,
    /// A method of the trait.
    pub encode: u8,
    /// A method of the trait.
    pub decode: u8,
    /// A method of the trait.
    pub scan: u8,
    /// A method of everything.
    pub into: u8,
    /// A method of everything.
    pub clone: u8,
    /// A method of every builder, which the field keeps.
    pub r#limit: u8,
    /// A method of every builder that has such a field.
    pub with_limit: u8,
}

macro_rules! structs {
    ($($name:ident)*) => {$(
        /// Called like a type parameter, a type or a trait.
        #[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
        #[rowkey(salt(buckets = 3, of(..)))]
        pub struct $name {
            /// Any.
            pub a: u8,
            /// Any.
            #[rowkey(desc)]
            pub b: Option<u8>,
        }

        #[cfg(test)]
        impl $name {
            fn comes_back() {
                let key = Self { a: 1, b: None };
                assert_eq!(Self::decode(&key.key()), Ok(key));
                assert_eq!(Self::scan().a(1).b(::rowkey::one_of([None, Some(2)])).plan().unwrap().ranges().len(), 2);
                assert_eq!(Self::scan().a(::rowkey::one_of([1, 2])).filter_b(::rowkey::one_of([None])).plan().unwrap().ranges().len(), 6);
            }
        }
    )*};
}

/// All at once: each hides what it is called like.
pub mod structs {
    use super::{KeyCode, RowKey};

    structs! { A C F I K P R S T V W AT Paths Query Layout Codec Language Sink Field Bytes Error Key Scan Salt Split Word One Many Arg At As If }

    /// A field of another of these types.
    #[derive(RowKey, Debug, Clone, PartialEq, Eq)]
    pub struct Vec {
        /// Text.
        #[rowkey(terminated)]
        pub v: std::string::String,
        /// A code.
        pub t: String,
    }

    /// Called like a text.
    #[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq)]
    pub enum String {
        /// Called like a result.
        #[code(1)]
        Ok,
        /// Called like an option.
        #[code(2)]
        None,
    }

    #[test]
    fn keys_come_back() {
        fn run<const N: usize>(tests: [fn(); N]) {
            for test in tests {
                test();
            }
        }
        run([A::comes_back, C::comes_back, F::comes_back, I::comes_back, K::comes_back, P::comes_back, R::comes_back]);
        run([S::comes_back, T::comes_back, V::comes_back, W::comes_back, AT::comes_back, Paths::comes_back]);
        run([Query::comes_back, Layout::comes_back, Codec::comes_back, Language::comes_back, Sink::comes_back]);
        run([Field::comes_back, Bytes::comes_back, Error::comes_back, Key::comes_back, Scan::comes_back]);
        run([
            Salt::comes_back,
            Split::comes_back,
            Word::comes_back,
            One::comes_back,
            Many::comes_back,
            Arg::comes_back,
            At::comes_back,
            As::comes_back,
            If::comes_back,
        ]);
        let vec = Vec { v: "a".into(), t: String::None };
        assert_eq!(Vec::decode(&vec.key()), Ok(vec));
    }
}

#[test]
fn a_key_comes_back() {
    let fields = Fields {
        out: 1,
        r#type: 2,
        r#gen: 3,
        self_: 4,
        key: 5,
        value: "06".into(),
        rowkey: 7,
        core: 8,
        some: None,
        encode: 9,
        decode: 10,
        scan: 11,
        into: 12,
        clone: 13,
        r#limit: 14,
        with_limit: 15,
    };
    let key = RowKey::encode(&fields).unwrap();
    assert_eq!(key[0], 5 ^ 2 ^ 6);
    assert_eq!(<Fields as RowKey>::decode(&key), Ok(fields));
    let plan = Fields::scan().out(1).r#type(2).r#gen(3).self_(4).key(5).value("06").rowkey(7).core(8).encode(9);
    let plan =
        plan.decode(10).scan(11).into(12).clone(13u8).limit(14).with_limit(15).with_with_limit(1).plan().unwrap();
    assert_eq!(plan.ranges().next().unwrap().start(), key);
}
