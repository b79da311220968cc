import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { LendingContext } from '../../../../server/lending/context.ts';
import { deliverMessage } from '../../../../server/lending/operations/deliver-message.ts';
import { queueMessage } from '../../../../server/lending/operations/queue-message.ts';
import type { OutgoingMessage } from '../../../../server/lending/providers/providers.ts';
import { sandboxMessenger } from '../../../../server/lending/providers/sandbox-providers.ts';
import {
  createSmtpMail,
  type SmtpMailOptions,
  withMail,
} from '../../../../server/lending/providers/smtp-mail.ts';
import { createLogger } from '../../../../server/platform/logging.ts';
import { type MailServerOptions, startMailServer } from '../../../helpers/mail-server.ts';
import { makeTestContext, testSponsor } from '../test-context.ts';

const notice: OutgoingMessage = {
  id: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10',
  channel: 'email',
  to: 'ada.sample@example.test',
  subject: 'Su préstamo',
  text: 'Préstamo n.º 7342055188\n\nAda Sample',
};

async function setup(
  t: TestContext,
  options: Partial<SmtpMailOptions> = {},
  serverOptions: MailServerOptions = {},
) {
  const server = await startMailServer(serverOptions);
  const mail = await createSmtpMail({
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    requiresTls: false,
    login: serverOptions.login,
    from: 'notices@lender.example',
    ...options,
  });
  t.after(async () => {
    mail.close();
    await server.stop();
  });
  return { server, mail };
}

describe('createSmtpMail()', () => {
  it('hands the mail over as it is', async (t) => {
    const { server, mail } = await setup(t);
    assert.equal(await mail.send(notice), 'sent');
    const [received, ...others] = server.received;
    assert.deepEqual(others, []);
    assert.equal(received?.from, 'notices@lender.example');
    assert.deepEqual(received?.to, ['ada.sample@example.test']);
    const source = received?.source ?? '';
    assert.match(source, /^Message-ID: <3f0c2a58-[0-9a-f-]+@lender\.example>/m);
    assert.match(source, /^Subject: =\?UTF-8\?/m);
    assert.match(source, /Pr=C3=A9stamo n\.=C2=BA 7342055188/);
  });

  it('logs in', async (t) => {
    const login = { user: 'lender', password: 'p@ss word' };
    const { server, mail } = await setup(t, {}, { login });
    assert.equal(await mail.send(notice), 'sent');
    assert.equal(server.received.length, 1);
  });

  it('hands over no mail late that has waited too long for a server that says nothing', async (t) => {
    const { server, mail } = await setup(t, { turnWithinMs: 20 });
    const silence = Promise.withResolvers<void>();
    server.answers.after = silence.promise;
    const first = Array.from({ length: 4 }, () => mail.send(notice));
    assert.equal(await mail.send({ ...notice, to: 'late@example.test' }), 'failed');
    silence.resolve();
    assert.deepEqual(await Promise.all(first), ['sent', 'sent', 'sent', 'sent']);
    assert.equal(await mail.send({ ...notice, to: 'next@example.test' }), 'sent');
    const recipients = server.received.map(({ to }) => to[0]);
    assert.equal(recipients.includes('late@example.test'), false);
  });

  const refusals = [
    { what: 'a recipient for good', answer: { recipient: 550 }, outcome: 'bounced' },
    { what: 'a recipient for now', answer: { recipient: 451 }, outcome: 'failed' },
    { what: 'the message for good', answer: { message: 554 }, outcome: 'bounced' },
    { what: 'the message for now', answer: { message: 452 }, outcome: 'failed' },
  ] as const;
  for (const { what, answer, outcome } of refusals) {
    it(`has ${outcome} when the server refuses ${what}`, async (t) => {
      const { server, mail } = await setup(t);
      Object.assign(server.answers, answer);
      assert.equal(await mail.send(notice), outcome);
      Object.assign(server.answers, { recipient: 250, message: 250 });
      assert.equal(await mail.send(notice), 'sent');
    });
  }

  it('has failed, for a mail that may be sent later, when the login is wrong', async (t) => {
    const login = { user: 'lender', password: 'right' };
    const { mail } = await setup(t, { login: { ...login, password: 'wrong' } }, { login });
    assert.equal(await mail.send(notice), 'failed');
  });

  it('has failed when nobody listens', async (t) => {
    const { server, mail } = await setup(t);
    await server.stop();
    assert.equal(await mail.send(notice), 'failed');
  });

  it('sends nothing in the clear where TLS is required', async (t) => {
    const { server, mail } = await setup(t, { requiresTls: true });
    assert.equal(await mail.send(notice), 'failed');
    assert.deepEqual(server.received, []);
  });

  it('sends nothing to a server whose certificate nobody has signed [asvs:mail-certificate]', async (t) => {
    const { server, mail } = await setup(t, { requiresTls: true }, { hasTls: true });
    assert.equal(await mail.send(notice), 'failed');
    assert.deepEqual(server.received, []);
  });

  it('takes no second recipient and no header from a text [asvs:mail-injection]', async (t) => {
    const { server, mail } = await setup(t);
    const to = 'ada.sample@example.test, mallory@example.test';
    assert.notEqual(await mail.send({ ...notice, to }), 'sent');
    const subject = 'Your loan\r\nBcc: mallory@example.test';
    assert.equal(await mail.send({ ...notice, subject }), 'sent');
    assert.deepEqual(
      server.received.map(({ to: recipients }) => recipients),
      [['ada.sample@example.test']],
    );
    assert.doesNotMatch(server.received[0]?.source ?? '', /^Bcc:/m);
  });
});

describe('the outbox over SMTP', () => {
  async function queued(t: TestContext) {
    const { server, mail } = await setup(t);
    const { context: made, fixture } = await makeTestContext(t);
    const lines: string[] = [];
    const context: LendingContext = {
      ...made,
      providers: { ...made.providers, messenger: withMail(sandboxMessenger, mail) },
      log: createLogger({ level: 'debug', destination: { write: (line) => lines.push(line) } }),
    };
    const { to: recipient, subject, text, channel } = notice;
    const key = await context.database.transaction((tx) =>
      queueMessage(context, tx, {
        sponsor_id: testSponsor.id,
        application_id: null,
        merchant_id: null,
        kind: 'loan_documents',
        channel,
        recipient,
        subject,
        text,
        links: [],
      }),
    );
    const message = () =>
      context.database.query
        .selectFrom('messages')
        .select('status')
        .where('id', '=', key)
        .executeTakeFirstOrThrow();
    const deliver = () => deliverMessage(context, { key, scope: testSponsor.id });
    return { server, fixture, lines, deliver, status: async () => (await message()).status };
  }

  it('tries a mail again that the server refused for now', async (t) => {
    const { server, fixture, deliver, status } = await queued(t);
    server.answers.recipient = 451;
    assert.deepEqual(await deliver(), { retryAt: fixture.now + 30_000 });
    assert.equal(await status(), 'Queued');
    server.answers.recipient = 250;
    assert.equal(await deliver(), 'done');
    assert.equal(await status(), 'Sent');
    assert.equal(server.received.length, 1);
  });

  it('notes a mail that came back, and logs nobody’s name or address', async (t) => {
    const { server, lines, deliver, status } = await queued(t);
    server.answers.recipient = 550;
    assert.equal(await deliver(), 'done');
    assert.equal(await status(), 'Bounced');
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines.join(''), /ada|sample@|préstamo/i);
  });
});
