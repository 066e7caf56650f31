//! Options from the environment. A program cannot change its own environment without `unsafe`, so the ignored tests run
//! in their own programs.

use rowkey_bigtable::{Bigtable, Config};
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::fake::{End, Fake, Received, Reply};
use crate::table::{message, whole};

/// The variables that select the Bigtable server and the source of tokens.
const VARIABLES: [&str; 3] = ["BIGTABLE_EMULATOR_HOST", "GOOGLE_APPLICATION_CREDENTIALS", "FAKE_BIGTABLE"];

/// A key that was created for this test, and gives no access.
const KEY: &str = include_str!("env/service_account.pem");

/// Runs a test of this program in another process, with these variables and no others of [`VARIABLES`].
async fn run(test: &str, variables: &[(&str, &str)]) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--ignored"]);
    for name in VARIABLES {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

/// Starts a server with the row `k`. Returns it with the header `authorization` of each call.
async fn server() -> (Fake, Arc<Mutex<Vec<Option<String>>>>) {
    let seen = Arc::<Mutex<Vec<Option<String>>>>::default();
    let tokens = Arc::clone(&seen);
    let fake = Fake::start(move |call: &Received| {
        let token = call.headers.get("authorization").map(|value| value.to_str().unwrap().to_owned());
        seen.lock().unwrap().push(token);
        Reply::new([message(whole(b"k", b"v"))], End::Ok)
    })
    .await;
    (fake, tokens)
}

async fn get(config: Config) {
    let store = Bigtable::connect(config).await.unwrap().table("t", "f");
    for _ in 0..2 {
        assert_eq!(store.get(b"k").await.unwrap(), Some(b"v".to_vec()));
    }
}

#[tokio::test]
#[ignore = "run by `the_environment_names_an_emulator`"]
async fn reads_from_the_environment() {
    get(Config::from_env("p", "i").tokens(async || Ok::<_, io::Error>("secret".into()))).await;
}

#[tokio::test]
async fn the_environment_names_an_emulator() {
    let (fake, tokens) = server().await;
    run("env::reads_from_the_environment", &[("BIGTABLE_EMULATOR_HOST", &fake.address.to_string())]).await;
    assert_eq!(*tokens.lock().unwrap(), [None, None], "an emulator is sent no tokens");
}

#[tokio::test]
#[ignore = "run by `without_an_emulator_it_is_the_service_of_google`"]
async fn is_the_service_of_google() {
    let shown = format!("{:?}", Config::from_env("p", "i"));
    assert!(shown.contains("\"bigtable.googleapis.com:443\""), "{shown}");
}

#[tokio::test]
async fn without_an_emulator_it_is_the_service_of_google() {
    run("env::is_the_service_of_google", &[]).await;
    run("env::is_the_service_of_google", &[("BIGTABLE_EMULATOR_HOST", "")]).await;
}

#[tokio::test]
#[ignore = "run by `the_environment_names_a_service_account`"]
async fn reads_with_the_credentials_of_the_environment() {
    let address = std::env::var("FAKE_BIGTABLE").unwrap();
    get(Config::emulator(&address, "p", "i").google_credentials()).await;
}

/// Starts a server that issues tokens. Returns its address, and the number of issued tokens.
async fn token_server() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (uri, given) = (format!("http://{}/token", listener.local_addr().unwrap()), Arc::<AtomicUsize>::default());
    let counted = Arc::clone(&given);
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let mut request = Vec::new();
            while !request.windows(10).any(|it| it == b"assertion=") {
                assert!(client.read_buf(&mut request).await.unwrap() > 0);
            }
            counted.fetch_add(1, Ordering::SeqCst);
            let token = r#"{"access_token": "of the account", "expires_in": 3600, "token_type": "Bearer"}"#;
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", token.len());
            client.write_all(format!("{head}{token}").as_bytes()).await.unwrap();
        }
    });
    (uri, given)
}

#[tokio::test]
async fn the_environment_names_a_service_account() {
    let ((fake, tokens), (token_uri, given)) = (server().await, token_server().await);
    let account = serde_json::json!({
        "type": "service_account",
        "client_email": "test@example.org",
        "private_key": KEY,
        "token_uri": token_uri,
    });
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("service_account.json");
    std::fs::write(&file, account.to_string()).unwrap();
    let address = fake.address.to_string();
    let variables = [("GOOGLE_APPLICATION_CREDENTIALS", file.to_str().unwrap()), ("FAKE_BIGTABLE", &address)];
    run("env::reads_with_the_credentials_of_the_environment", &variables).await;
    let token = Some("Bearer of the account".to_owned());
    assert_eq!(*tokens.lock().unwrap(), [token.clone(), token]);
    assert_eq!(given.load(Ordering::SeqCst), 1, "a token is kept");
}
