import { bulkhead } from 'cockatiel';
import type { Messenger, OutgoingMessage } from './providers.ts';

export interface SmtpMailOptions {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Send nothing over a connection that STARTTLS did not encrypt. */
  requiresTls: boolean;
  login: { user: string; password: string } | undefined;
  /** The sender's address. */
  from: string;
  /** How long a mail waits for one of the connections; what waits longer has failed, unsent. */
  turnWithinMs?: number;
}

export interface SmtpMail {
  send(message: OutgoingMessage): ReturnType<Messenger['send']>;
  /** Ends the connections that are kept for the next mail. */
  close(): void;
}

/** While the server hangs, mail is put off for a while instead of waiting here. */
const usualTurnWithinMs = 30_000;

const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

const mostConnections = 4;

/**
 * Mail by SMTP. An address that the server refuses for good (5xx to RCPT TO or to the message)
 * bounces; whatever else goes wrong has failed and may be tried again.
 */
export async function createSmtpMail({
  from,
  login,
  requiresTls,
  turnWithinMs = usualTurnWithinMs,
  ...server
}: SmtpMailOptions): Promise<SmtpMail> {
  // It takes 20 MB of memory, so it is loaded only where mail is sent.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...server,
    ...timeouts,
    pool: true,
    maxConnections: mostConnections,
    requireTLS: requiresTls && !server.secure,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const connections = bulkhead(mostConnections, Number.POSITIVE_INFINITY);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const hand: SmtpMail['send'] = async ({ id, to, subject, text }) => {
    try {
      await transport.sendMail({
        from,
        // An object is one recipient, whatever its text holds.
        to: { name: '', address: to },
        subject,
        text,
        // The same message again has the same id, so that a receiver can tell.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return 'sent';
    } catch (error) {
      return isRefusedForGood(error) ? 'bounced' : 'failed';
    }
  };
  return {
    send: (message) =>
      new Promise((resolve) => {
        let isTooLate = false;
        const timer = setTimeout(() => {
          isTooLate = true;
          resolve('failed');
        }, turnWithinMs);
        void connections.execute(async () => {
          if (isTooLate) return;
          clearTimeout(timer);
          resolve(await hand(message));
        });
      }),
    close: () => transport.close(),
  };
}

/** E-mail by SMTP, SMS as before. */
export function withMail(messenger: Messenger, mail: SmtpMail): Messenger {
  return {
    smsReach: (phone) => messenger.smsReach(phone),
    send: (message) => (message.channel === 'email' ? mail.send(message) : messenger.send(message)),
  };
}

/** What nodemailer's errors carry. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
}

function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode = 0 } = error as SmtpError;
  // Found before anything was said to the server: no such address can exist.
  if (command === 'API') return code === 'EENVELOPE';
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutThisMail && responseCode >= 500 && responseCode < 600;
}
