import { safeText } from './log-text.ts';

export interface LoggedError {
  name: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

const maxCauses = 3;
const maxFrames = 12;

/** An error without its message, in which drivers and parsers quote what they were given. */
export function describeError(error: unknown, depth = 0): LoggedError {
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
