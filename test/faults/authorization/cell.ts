/** A request, as it is sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One combination of call, credential and id. */
export interface Cell {
  /** `GET /v1/merchant/checkouts/{id}, another merchant’s key, its id`. */
  readonly name: string;
  readonly sent: Sent;
  /** What it must be answered; any refusal when absent. */
  readonly status?: number;
  /** The same for ids that nobody has: it must be answered alike. */
  readonly unknown?: Sent;
  /** The caller may: its rows may change by it, and the answer shows `shows`. */
  readonly isAllowed?: true;
  readonly shows?: string;
  /** What the answer must not show, in the place of all that is secret. */
  readonly hides?: readonly string[];
}

/** A service as it is called in process. */
export interface Service {
  request(path: string, init: RequestInit): Response | Promise<Response>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What is different in each answer, whatever it says. */
const ownOfEach = /"correlation_id":"[^"]*"/g;

export async function send(
  service: Service,
  { method, path, headers, body }: Sent,
): Promise<Answer> {
  const response = await service.request(path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: 'a stream' };
  }
  const text = (await response.text()).replaceAll(ownOfEach, '');
  return { status: response.status, text };
}

/** What is wrong with the answer to a cell; one line each. */
export async function judge(
  service: Service,
  cell: Cell,
  secrets: readonly string[],
): Promise<{ requests: number; leaks: string[] }> {
  const { name, sent, status, unknown, isAllowed, shows, hides = secrets } = cell;
  const answer = await send(service, sent);
  const leaks: string[] = [];
  const shown = `${answer.status} ${answer.text.slice(0, 200)}`;
  const isRight =
    status === undefined ? answer.status >= 400 && answer.status < 500 : answer.status === status;
  if (!isRight) leaks.push(`${name}: not ${status ?? 'a refusal'}, but ${shown}`);
  const told = isAllowed ? undefined : hides.find((secret) => answer.text.includes(secret));
  if (told !== undefined) leaks.push(`${name}: tells ${told}`);
  if (shows !== undefined && !answer.text.includes(shows)) {
    leaks.push(`${name}: does not show ${shows}, but ${shown}`);
  }
  if (unknown === undefined) return { requests: 1, leaks };
  const other = await send(service, unknown);
  if (other.status !== answer.status || other.text !== answer.text) {
    leaks.push(
      `${name}: ${shown}, but of an unknown id ${other.status} ${other.text.slice(0, 200)}`,
    );
  }
  return { requests: 2, leaks };
}
