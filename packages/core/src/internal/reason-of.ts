/** The advice for the usual failures of files and connections, by their codes. */
const advice: Readonly<Record<string, string>> = {
  ENOENT: 'Check the path.',
  EISDIR: 'Pass a file.',
  EACCES: 'The system does not allow this. Check the rights of the file.',
  ECONNREFUSED: 'No server listens there. Start the API, or check the port.',
  ENOTFOUND: 'The host name is unknown. Check the URL.',
  EAI_AGAIN: 'The host name cannot be looked up. Check the connection to the network.',
  ECONNRESET: 'The server has closed the connection.',
  ETIMEDOUT: 'The server does not respond.',
  UND_ERR_CONNECT_TIMEOUT: 'The server does not respond.',
  UND_ERR_HEADERS_TIMEOUT: 'The server does not respond.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak TLS there. Try http:// instead of https://.',
  EPROTO: 'The server does not speak TLS there. Try http:// instead of https://.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Node does not trust the certificate. Set NODE_EXTRA_CA_CERTS to the file of its authority.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Node does not trust the certificate. Set NODE_EXTRA_CA_CERTS to the file of its authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Node does not trust the certificate. Set NODE_EXTRA_CA_CERTS to the file of its authority.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
};

/** Returns why a file or a URL cannot be read, and what to do. The error of `fetch` has its reason as the cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  // A host with several addresses has one error for each of them, and no message.
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  const code = String(codeOf(first) ?? codeOf(cause));
  const message = first instanceof Error ? first.message : cause.message;
  return Object.hasOwn(advice, code) ? `${message}. ${advice[code]}` : message;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
}
