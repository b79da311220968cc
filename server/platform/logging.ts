import { pino } from 'pino';
import { describeError, type LoggedError } from './log-error.ts';
import { safeText, safeValue } from './log-text.ts';

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
  'code',
  'correlation_id',
  'count',
  'database',
  'duration_ms',
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
    if (value !== undefined) line[key] = safeValue(value, accountKeys.has(key));
  }
  if (fields.error !== undefined) line.error = describeError(fields.error);
  return line;
}
