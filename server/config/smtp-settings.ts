import { z } from 'zod';

/** How to reach the mail server, and who the mail is from. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`); otherwise STARTTLS where the server has it. */
  secure: boolean;
  login: { user: string; password: string } | undefined;
  from: string;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

const address = z.string().max(254).regex(z.regexes.email, 'from is no e-mail address');

/**
 * Reads `smtp[s]://[user:password@]host[:port][?from=address]`. Without `from` the mail comes from
 * `notices` at the host of the lender's pages. The message of a refusal holds no part of the text.
 */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'it is no address such as smtp://user:password@host:587' })
  .transform((text, context) => {
    const url = new URL(text);
    const unknown = [...url.searchParams.keys()].some((name) => name !== 'from');
    const from = address.optional().safeParse(url.searchParams.get('from') ?? undefined);
    const problem = problemOf(url, unknown, from.error?.issues[0]?.message);
    if (problem === null) return { ...serverOf(url), from: from.data };
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

function problemOf(url: URL, hasUnknown: boolean, from: string | undefined): string | null {
  if (url.hostname === '') return 'it names no host';
  if (url.pathname !== '' && url.pathname !== '/') return 'it has a path';
  if (hasUnknown) return 'from is the only parameter';
  if ((url.username === '') !== (url.password === '')) return 'user and password go together';
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    return 'user or password is not well encoded';
  }
  return from ?? null;
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function serverOf(url: URL): Omit<SmtpSettings, 'from'> {
  const { protocol, hostname, port, username, password } = url;
  const scheme = protocol === 'smtps:' ? protocol : 'smtp:';
  return {
    // An IPv6 address stands in brackets in a URL alone.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? ports[scheme] : Number(port),
    secure: scheme === 'smtps:',
    login:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  };
}
