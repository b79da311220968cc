/** An answer: an object or a list goes out as JSON, a text as an HTML page. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A request as a view gets it. */
export interface ViewRequest {
  /** Of the address, by the name of its place. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

// The words and forms are those of Django REST framework 3.15 with its default settings.

export const notFound = detail(404, 'Not found.');
export const noPage = detail(404, 'Invalid page.');
export const forbidden = detail(403, 'You do not have permission to perform this action.');
export const unavailable = detail(503, 'Service temporarily unavailable, try again later.');
export const unauthenticated: Answer = {
  ...detail(401, 'Invalid username/password.'),
  headers: { 'www-authenticate': 'Basic realm="api"' },
};

export const noSuchPage: Answer = {
  status: 404,
  body: page('Not Found', 'The requested resource was not found on this server.'),
};
export const serverError: Answer = { status: 500, body: page('Server Error (500)', '') };
/** What stands before the service answers in its place. */
export const gatewayPage = (status: number): Answer => ({
  status,
  body: '<html>\r\n<head><title>Error</title></head>\r\n<body>nginx</body>\r\n</html>\r\n',
});

/** Likewise, as a problem document (RFC 9457). */
export const gatewayProblem: Answer = {
  ...detail(503, 'upstream request timeout'),
  headers: { 'content-type': 'application/problem+json' },
};

export function detail(status: number, text: string): Answer {
  return { status, body: { detail: text } };
}

export function fieldErrors(errors: Readonly<Record<string, string>>): Answer {
  const lists = Object.entries(errors).map(([name, text]) => [name, [text]]);
  return { status: 400, body: Object.fromEntries(lists) };
}

export function methodNotAllowed(method: string, allowed: readonly string[]): Answer {
  return {
    ...detail(405, `Method "${method}" not allowed.`),
    headers: { allow: [...allowed, 'HEAD', 'OPTIONS'].join(', ') },
  };
}

/** The fields of a body, by its content type; an answer in their place when they cannot be read. */
export async function parsedBody(
  type: string,
  bytes: Buffer,
): Promise<{ body: Readonly<Record<string, unknown>> } | { refusal: Answer }> {
  if (bytes.byteLength === 0) return { body: {} };
  if (/^application\/json\b/i.test(type)) return jsonBody(bytes);
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    const form = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
    return { body: Object.fromEntries(await form.formData()) };
  }
  return { refusal: detail(415, `Unsupported media type "${type}" in request.`) };
}

function jsonBody(bytes: Buffer): { body: Record<string, unknown> } | { refusal: Answer } {
  try {
    const body: unknown = JSON.parse(bytes.toString());
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return { body: { ...body } };
    }
    const text = 'Invalid data. Expected a dictionary.';
    return { refusal: fieldErrors({ non_field_errors: text }) };
  } catch {
    const text = 'JSON parse error - Expecting value: line 1 column 1 (char 0)';
    return { refusal: detail(400, text) };
  }
}

function page(title: string, text: string): string {
  return `\n<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n<body>\n  <h1>${title}</h1><p>${text}</p>\n</body>\n</html>\n`;
}
