//! What is sent back: a page, the way on to another one, the page of a problem.

use adjutant_tournament::TableNumber;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
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
