//! Where the verbs with pictures write their answers: the terminal, JSON, a page, a picture.

use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::picture::{Picture, PictureError};
use crate::verbs::{Outcome, print_json};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The forms of an answer.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Also writes a page with pictures and tables, which needs nothing else
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Also writes the picture
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
}

impl OutputArgs {
    /// Writes the page, if it is asked for.
    pub(crate) fn write_html(&self, page: impl FnOnce() -> Result<String, PictureError>) -> Result<(), Failure> {
        self.html.as_deref().map_or(Ok(()), |file| write(file, page()))
    }

    /// Writes the picture, if it is asked for.
    pub(crate) fn write_svg(&self, picture: impl FnOnce() -> Result<Picture, PictureError>) -> Result<(), Failure> {
        self.svg.as_deref().map_or(Ok(()), |file| write(file, picture().map(|picture| picture.standalone())))
    }

    /// Prints the answer, as JSON or as text.
    pub(crate) fn answer(
        &self,
        console: &mut Console<'_>,
        report: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Outcome {
        if self.json {
            return print_json(report, console);
        }
        text(&mut *console.out)?;
        Ok(Status::Done)
    }
}

fn write(file: &Path, text: Result<String, PictureError>) -> Result<(), Failure> {
    let text = text.map_err(|error| Failure::Wrong(error.to_string()))?;
    fs::write(file, text).map_err(Failure::file(file))
}
