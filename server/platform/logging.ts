import { pino } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * What a log line may carry; a key that is not here is dropped. No personal data fits: ids,
 * codes, counts and durations only, and texts that look like personal data are masked.
 */
const allowedKeys = [
  'application_id',
  'attempt',
  'attempts',
  'checkout_id',
  'claim',
  'code',
  'correlation_id',
  'count',
  'database',
  'duration_ms',
  'endpoint_id',
  'engine',
  'event_id',
  'event_type',
  'key',
  'kind',
  'lane',
  'merchant_id',
  'method',
  'origin',
  'outcome',
  'part',
  'payment_request_uuid',
  'port',
  'provider',
  'reason',
  'retry_in_ms',
  'route',
  'scope',
  'sponsor_id',
  'state',
  'status',
  'url',
  'version',
] as const;

// A sponsor's account is named by an e-mail address.
const accountKeys: ReadonlySet<string> = new Set(['scope', 'sponsor_id']);
// What an operator has named in a settings file, or we have, may have as many digits as a telephone number.
const listedKeys: ReadonlySet<string> = new Set(['endpoint_id', 'merchant_id']);

type LogKey = (typeof allowedKeys)[number];
export type LogFields = { event: string; error?: unknown } & {
  [key in LogKey]?: string | number | boolean | null | undefined;
};

export interface Logger {
  debug(fields: LogFields): void;
  info(fields: LogFields): void;
  warn(fields: LogFields): void;
  error(fields: LogFields): void;
}

export interface LoggerOptions {
  level: LogLevel;
  /** Who writes: every line says it. */
  service?: 'bff' | 'lending' | 'server' | undefined;
  /** Standard output unless given. */
  destination?: { write(line: string): void };
}

/**
 * @example
 * log.info({ event: 'soft_pull_done', application_id, duration_ms: 412 });
 */
export function createLogger({ level, service, destination }: LoggerOptions): Logger {
  const base = service === undefined ? null : { service };
  const options = { level, base, timestamp: pino.stdTimeFunctions.isoTime };
  const target = destination ? pino(options, destination) : pino(options);
  const at = (logged: Exclude<LogLevel, 'silent'>) => (fields: LogFields) => {
    if (target.isLevelEnabled(logged)) target[logged](allowed(fields));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

type LogLine = Record<string, string | number | boolean | null | LoggedError>;

function allowed(fields: LogFields): LogLine {
  const line: LogLine = { event: safeText(fields.event) };
  for (const key of allowedKeys) {
    const value = fields[key];
    if (value !== undefined) line[key] = safeValue(value, key);
  }
  if (fields.error !== undefined) line.error = describeError(fields.error);
  return line;
}

const maxLength = 200;
const mask = '[masked]';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const socialSecurityNumber = /\d{3}[- ]\d{2}[- ]\d{4}/;
const emailAddress = /[^\s@]@[^\s@]/;
const longDigitRun = /\d{9,}/;
const birthDate = /\b(?:19|20)\d{2}-\d{2}-\d{2}\b/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * A text as it may stand in a log: one line, bounded, and masked when it holds what looks like
 * an SSN, an account or phone number, a date or, unless it names an account of ours, an e-mail
 * address. The last line of defence, not the first.
 */
function safeText(text: string, key = ''): string {
  const flat = text.replace(controlCharacters, ' ');
  if (!listedKeys.has(key) && looksPersonal(flat, accountKeys.has(key))) return mask;
  return flat.length > maxLength ? `${flat.slice(0, maxLength)}…` : flat;
}

function looksPersonal(text: string, namesAccount: boolean): boolean {
  if (!namesAccount && emailAddress.test(text)) return true;
  const withoutIds = text.replace(uuids, '');
  return [socialSecurityNumber, longDigitRun, birthDate].some((pattern) =>
    pattern.test(withoutIds),
  );
}

/** A number with as many digits as an SSN is neither a count nor a duration. */
function safeValue<Value extends string | number | boolean | null>(
  value: Value,
  key: LogKey,
): Value | string {
  if (typeof value === 'string') return safeText(value, key);
  return typeof value === 'number' && Math.abs(value) >= 100_000_000 ? mask : value;
}

interface LoggedError {
  name: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

const maxCauses = 3;
const maxFrames = 12;

/** An error without its message, in which drivers and parsers quote what they were given. */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { name: `thrown ${typeof error}` };
  const described: LoggedError = { name: safeText(error.name) };
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' || typeof code === 'number') described.code = safeText(String(code));
  const stack = frames(error);
  if (stack !== '') described.stack = stack;
  if (error.cause !== undefined && depth < maxCauses) {
    described.cause = describeError(error.cause, depth + 1);
  }
  return described;
}

// A message can have lines that look like frames, so it is cut off by its text first.
function frames({ stack = '', message }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message);
  const trace = end < 0 ? stack : stack.slice(end + message.length);
  const lines = trace.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return lines
    .slice(0, maxFrames)
    .map((line) => safeText(line.trim()))
    .join(' < ');
}
