import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** What a document's response carries for its own scripts and styles. */
export interface NonceLocals {
  nonce: string;
}

const nonceOf = (_request: IncomingMessage, response: ServerResponse) =>
  `'nonce-${(response as ServerResponse & { locals: NonceLocals }).locals.nonce}'`;

/**
 * The headers of a document: nothing runs, loads or frames that the site did not write itself.
 * Scripts are modules with integrity from the import map, so no Trusted Types policy is needed.
 */
export function securityHeaders(isHttps: boolean) {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonceOf],
        styleSrc: [nonceOf],
        imgSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
    // A script without a hash in the import map is refused: integrity is closed by default.
    if (!isWebKit(request)) response.setHeader('Integrity-Policy', 'blocked-destinations=(script)');
    headers(request, response, next);
  };
}

/** The same headers for every document, put together once: only the nonce is another each time. */
export function preparedHeaders(isHttps: boolean) {
  const secure = securityHeaders(isHttps);
  const prepare = (userAgent: string) => {
    const request = new IncomingMessage(new Socket());
    request.headers['user-agent'] = userAgent;
    const response = Object.assign(new ServerResponse(request), { locals: { nonce: mark } });
    secure(request, response, () => {});
    const { 'content-security-policy': policy, ...others } = response.getHeaders();
    return { policy: String(policy).split(mark), others };
  };
  const [webKit, any] = [prepare('AppleWebKit'), prepare('')];
  return (request: IncomingMessage, nonce: string): OutgoingHttpHeaders => {
    const { policy, others } = isWebKit(request) ? webKit : any;
    return { ...others, 'content-security-policy': policy.join(nonce) };
  };
}

/** Stands for the nonce, and nowhere else in a header. */
const mark = '{nonce}';

/**
 * Under that policy WebKit refuses every preload, whatever its hash, and asks for the section only when
 * the shell has run. The hashes themselves hold there too.
 */
function isWebKit({ headers }: IncomingMessage): boolean {
  return /AppleWebKit(?!.*Chrom)/.test(headers['user-agent'] ?? '');
}
