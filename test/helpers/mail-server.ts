import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: readonly string[];
  /** The whole message, headers and body. */
  source: string;
}

/** A real SMTP server on a free port, which answers as it is told. */
export interface MailServer {
  port: number;
  readonly received: ReceivedMail[];
  /**
   * The status that recipients, or whole messages, are answered with; 250 takes them. Whole messages
   * are answered after what `after` waits for.
   */
  answers: { recipient: number; message: number; after?: Promise<void> };
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** Whoever sends must log in so. */
  login?: { user: string; password: string };
  /** STARTTLS with a certificate that nobody has signed. */
  hasTls?: boolean;
}

const refusal = (status: number) =>
  status === 250 ? null : Object.assign(new Error('refused'), { responseCode: status });

export async function startMailServer({
  login,
  hasTls = false,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const answers: MailServer['answers'] = { recipient: 250, message: 250 };
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    ...(!hasTls && { disabledCommands: ['STARTTLS'] }),
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : refusal(535), { user: username });
    },
    onRcptTo: (_address, _session, done) => done(refusal(answers.recipient)),
    onData(stream, { envelope }, done) {
      void text(stream).then(async (source) => {
        await answers.after;
        const error = refusal(answers.message);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        if (error === null) received.push({ from, to, source });
        done(error);
      });
    },
  });
  // A client that hangs up is none of the test's concern.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    answers,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
