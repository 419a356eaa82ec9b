//! What a graph means.
