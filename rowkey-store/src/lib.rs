//! Tables with typed row keys.
