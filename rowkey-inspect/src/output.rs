//! The outputs of commands that draw: text for a terminal, JSON, an HTML page, an SVG picture.

use crate::answer::{Outcome, print_json};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::picture::{Picture, PictureError};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The forms of the output.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Also write a self-contained HTML page with pictures and tables
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Also write the picture as SVG
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
}

impl OutputArgs {
    /// Checks the output files before any file is read or written. Their folders must exist, and all files must differ,
    /// also from the `inputs`.
    pub(crate) fn check<'p>(&self, inputs: impl IntoIterator<Item = &'p Path>) -> Result<(), Failure> {
        let mut taken: Vec<PathBuf> = inputs.into_iter().filter_map(|file| file.canonicalize().ok()).collect();
        for file in [&self.html, &self.svg].into_iter().flatten() {
            let target = target_of(file).map_err(Failure::file(file))?;
            if taken.contains(&target) {
                let found = file.display();
                return Err(Failure::Usage(format!("expected a file for each input and output, found {found} twice")));
            }
            taken.push(target);
        }
        Ok(())
    }

    /// Writes the page if `--html` is given.
    pub(crate) fn write_html(&self, page: impl FnOnce() -> Result<String, PictureError>) -> Result<(), Failure> {
        self.html.as_deref().map_or(Ok(()), |file| write(file, page()))
    }

    /// Writes the picture if `--svg` is given.
    pub(crate) fn write_svg(&self, picture: impl FnOnce() -> Result<Picture, PictureError>) -> Result<(), Failure> {
        self.svg.as_deref().map_or(Ok(()), |file| write_picture(file, picture()))
    }

    /// Prints the report, as JSON or as text.
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

/// Resolves a path to a file. The file need not exist, but its folder must.
fn target_of(file: &Path) -> io::Result<PathBuf> {
    if let Ok(target) = file.canonicalize() {
        return Ok(target);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(folder.canonicalize()?.join(name))
}

/// Writes a picture to a file.
pub(crate) fn write_picture(file: &Path, picture: Result<Picture, PictureError>) -> Result<(), Failure> {
    write(file, picture.map(|picture| picture.standalone()))
}

fn write(file: &Path, text: Result<String, PictureError>) -> Result<(), Failure> {
    let text = text.map_err(|error| Failure::Wrong(error.to_string()))?;
    replace(file, text.as_bytes()).map_err(Failure::file(file))
}

/// Writes a temporary file in the same folder and renames it when it is complete. Writes to a pipe or a device
/// directly.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let before = fs::metadata(file).ok();
    if before.as_ref().is_some_and(|it| !it.is_file()) {
        return fs::write(file, bytes);
    }
    let target = target_of(file)?;
    let mut aside = builder().tempfile_in(target.parent().unwrap_or(Path::new(".")))?;
    aside.write_all(bytes)?;
    if let Some(before) = before {
        aside.as_file().set_permissions(before.permissions())?;
    }
    aside.persist(target)?;
    Ok(())
}

/// Makes temporary files with the default permissions of files, so that others can read them.
#[cfg(unix)]
fn builder() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn builder() -> tempfile::Builder<'static, 'static> {
    tempfile::Builder::new()
}
