//! What a request has to pass before a page sees it: whom it asks for, where a form comes from, how big it is, how often.
//! And what every answer carries.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use tower::ServiceExt;

use crate::ask::{Form, peer_of, way_of};
use crate::limits::{BODY_BYTES_MAX, Counted, LIST_BYTES_MAX, REQUEST_TIME};
use crate::pages::problem::Problem;
use crate::reply::{refuse, response};
use crate::site::Site;
use crate::viewer::Viewer;

/// What a browser may do with a page: nothing that did not come from here, no script or style inside the page. WebAssembly
/// is what phones sign with.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Answers a request.
pub async fn respond(site: &Arc<Site>, router: &Router, request: Request) -> Response {
    guarded(match admit(site, request).await {
        Ok(request) => match router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        },
        Err(response) => *response,
    })
}

/// An answer with what keeps a browser from doing with it what it should not.
pub(crate) fn guarded(mut response: Response) -> Response {
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        // Not `no-referrer`: forms would then come with the origin `null`.
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        // A page that stands by itself has a policy of its own.
        response.headers_mut().entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn admit(site: &Arc<Site>, request: Request) -> Result<Request, Box<Response>> {
    // A foreign page that points its own name at this address (DNS rebinding) asks for that name.
    let Some(host) = one(request.headers(), &HOST).filter(|host| site.is_host(host)).map(str::to_owned) else {
        return Err(plain(
            StatusCode::MISDIRECTED_REQUEST,
            "This server is not called so. Open the address on the poster.\n",
        ));
    };
    match *request.method() {
        Method::GET | Method::HEAD => Ok(request),
        Method::POST => admit_form(site, request, &host).await,
        _ => Err(plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and POST are answered.\n")),
    }
}

/// A form comes from one of our own pages, and whole.
async fn admit_form(site: &Arc<Site>, request: Request, host: &str) -> Result<Request, Box<Response>> {
    if !is_of(request.headers(), host, way_of(&request).secure) {
        return Err(plain(
            StatusCode::FORBIDDEN,
            "This form does not come from a page of this server. Nothing was recorded.\n",
        ));
    }
    let viewer = site.viewer_of(&request);
    // By pass only where its seal is right: a cookie that somebody made up counts for the address.
    let free = match viewer {
        Viewer::Visitor => site.limits.count(Counted::StrangePosts, &peer_of(&request).to_string()),
        _ => site.limits.count(Counted::Posts, &viewer.key()),
    };
    if !free {
        return Err(Box::new(refuse(site, &viewer, &Problem::Busy)));
    }
    let most = if ["/me/list", "/desk/list"].contains(&request.uri().path()) { LIST_BYTES_MAX } else { BODY_BYTES_MAX };
    whole(request, most).await
}

/// Whether a form comes from a page of this host, over TLS or not as the form itself.
pub(crate) fn is_of(headers: &HeaderMap, host: &str, secure: bool) -> bool {
    let scheme = if secure { "https://" } else { "http://" };
    let origin = one(headers, &ORIGIN).and_then(|origin| origin.strip_prefix(scheme));
    origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host))
}

/// A request with its form, read to its end.
pub(crate) async fn whole(request: Request, most: usize) -> Result<Request, Box<Response>> {
    let (parts, body) = request.into_parts();
    let read = tokio::time::timeout(REQUEST_TIME, axum::body::to_bytes(body, most)).await;
    let bytes = match read {
        Err(_) => return Err(plain(StatusCode::REQUEST_TIMEOUT, "The form took too long. Nothing was recorded.\n")),
        Ok(Err(_)) => {
            return Err(plain(
                StatusCode::PAYLOAD_TOO_LARGE,
                "The form is too big, or was cut off. Nothing was recorded.\n",
            ));
        }
        Ok(Ok(bytes)) => bytes,
    };
    let mut request = Request::from_parts(parts, Body::empty());
    request.extensions_mut().insert(Form(bytes));
    Ok(request)
}

/// The value of a header that stands there exactly once.
pub(crate) fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

fn plain(status: StatusCode, text: &'static str) -> Box<Response> {
    Box::new(response(status, &[(CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}
