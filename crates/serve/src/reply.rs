//! What is sent back: a page, the way on to another one, the page of a problem.

use std::hash::{Hash as _, Hasher};

use adjutant_tournament::TableNumber;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use maud::Markup;

use crate::pages::problem::{self, Problem};
use crate::site::Site;
use crate::viewer::Viewer;

/// The page of a problem.
pub fn refuse(site: &Site, viewer: &Viewer, problem: &Problem) -> Response {
    refuse_at(site, viewer, problem, None)
}

pub(crate) fn refuse_at(site: &Site, viewer: &Viewer, problem: &Problem, table: Option<TableNumber>) -> Response {
    let snap = site.snap();
    let seat = site.seat(&snap, table);
    let status = StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::BAD_REQUEST);
    html(status, problem::problem(&site.scene(&snap, viewer, seat.as_ref(), None), problem))
}

pub(crate) fn put(response: &mut Response, name: HeaderName, value: &str) {
    // What is put here is ASCII that this program made; anything else is left out rather than sent.
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// A page as it is sent.
pub fn html(status: StatusCode, page: Markup) -> Response {
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    response(status, &headers, page.into_string())
}

/// Goes on at another page.
pub fn see(path: &str) -> Response {
    response(StatusCode::SEE_OTHER, &[(LOCATION, path), (CACHE_CONTROL, "no-store")], Body::empty())
}

pub(crate) fn response(status: StatusCode, headers: &[(HeaderName, &str)], body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    headers.iter().for_each(|(name, value)| put(&mut response, name.clone(), value));
    response
}

/// An answer that is made anew for every request, and sent only where it is another one than the one that is held.
pub(crate) fn fresh(request: &Request, kind: &str, body: String) -> Response {
    let mut print = std::hash::DefaultHasher::new();
    body.hash(&mut print);
    let tag = format!("\"{:016x}\"", print.finish());
    if holds(request, &tag) {
        return unchanged(&tag);
    }
    response(StatusCode::OK, &[(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store"), (ETAG, &tag)], body)
}

/// Whether somebody shows an answer as it is.
pub(crate) fn holds(request: &Request, tag: &str) -> bool {
    request.headers().get(IF_NONE_MATCH).is_some_and(|held| held.as_bytes() == tag.as_bytes())
}

/// The answer to somebody who shows it as it is.
pub(crate) fn unchanged(tag: &str) -> Response {
    response(StatusCode::NOT_MODIFIED, &[(ETAG, tag), (CACHE_CONTROL, "no-store")], Body::empty())
}
