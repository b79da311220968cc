import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { MessageKind } from '../../../../server/lending/domain/messages/message-kinds.ts';
import { newApplication } from '../../../../server/lending/operations/applications/new-application.ts';
import { beginSoftPull } from '../../../../server/lending/operations/applications/soft-pull.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { softPullRequest } from '../../../../server/lending-api/soft-pull.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, decidedSoftPull } from '../../../helpers/soft-pull.ts';
import { messagesTo, storedRows } from '../../../helpers/stored-rows.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';
import { Consumer } from '../pages/consumer.ts';

let lending: TestLending;
let flow: FundingFlow;
let made = 0;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

/** A number that nobody else has. */
function aNumber(): string {
  made += 1;
  return `+1614555${String(1_000 + made)}`;
}

async function loanOf(phone: string, change: Partial<ApplicationRow> = {}) {
  return anAcceptedLoan(lending, { phone, ...change });
}

const reply = (from: string, text: string, status = 200) =>
  flow.sandbox('/messages/inbound', { from, text }, status);

const sentTo = (phone: string, kind: MessageKind) => messagesTo(lending.context, phone, kind);

const revocationsOf = ({ id }: ApplicationRow) =>
  storedRows(lending.context)
    .selectFrom('consent_events')
    .selectAll()
    .where('application_id', '=', id)
    .where('consent_type', '=', 'revocation')
    .execute();

/** How a charge request reaches the consumer now. */
async function smsOfCharge(loan: ApplicationRow): Promise<unknown> {
  const { notifications } = await flow.call('POST', chargePath, aCharge(loan), 201);
  return (notifications as { sms: string }).sms;
}

describe('a reply to a text message', () => {
  for (const text of [
    ...['STOP', 'End', 'cancel', 'QUIT', 'Unsubscribe', 'REVOKE', 'OPT OUT'],
    ...[' stop. ', 'opt-out', 'OptOut', '"STOP"', 'Stop!', 'STOPALL', 'STOP ALL'],
    ...['No more texts', 'no more please', 'Do not text me', 'Don’t text me again', 'dont text'],
    ...['Leave me alone!', 'take me off your list', 'Remove', 'cancel my subscription'],
    ...['No me escriban más', 'Dejen de enviarme mensajes', 'deje de escribirme por favor'],
    ...['no me envíen más mensajes', 'No me mande mensajes', 'no quiero más mensajes'],
    ...['Paren', 'detener mensajes', 'Cancelar suscripción'],
    ...['please stop texting me', 'Remove me', 'I want to opt out now', 'cancel all texts please'],
    ...['PARAR', '¡Alto!', 'baja', 'Cancelar', 'no más', 'No mas mensajes por favor'],
    ...['quiero darme de baja', 'por favor, pare de enviarme mensajes'],
    ...['Ya no me envíen mensajes', 'Ya no quiero más mensajes', 'No quiero recibir más mensajes'],
    ...['no quiero mensajes de texto', 'Ya no me manden mensajes por favor', 'No me contacten más'],
    ...['Please don’t send me any more texts', 'Do not send me any more messages'],
    ...["don't send me messages", 'do not contact me', 'Don’t contact me again'],
  ]) {
    it(`stops them at once: ${text}`, async () => {
      const phone = aNumber();
      const loan = await loanOf(phone);
      assert.deepEqual(await reply(phone, text), { understood_as: 'stop', revoked: 1 });
      assert.equal(await smsOfCharge(loan), 'skipped_opted_out');
    });
  }

  for (const text of ['Who is this?', 'STOPPED', 'When does it end', 'START', '🛑', ''].concat(
    ['Please cancel my loan', '¿Es más alto el interés?', 'la tasa más baja', 'help me'],
    ['no más quería saber cuánto debo', '¿cómo lo puedo cancelar?'],
    ['I have no more questions', 'I do not text and drive', 'why don’t you text me the link?'],
    ['take me off autopay', 'leave me alone with the terms', 'remove this charge'],
    ['no me envíen más cartas', 'dejen de enviarme el estado de cuenta', 'dejen de cobrarme'],
    ['¿pueden detener el cargo?', 'paren ese cargo', 'cancelar el cargo', 'no quiero más cargos'],
    ['ya no quiero recibir más cargos', 'don’t send me any more charges', 'Any more?', 'ya'],
    ['no quiero mensajes de cobro', 'do not contact my wife', 'do not send it to my old address'],
  )) {
    it(`changes nothing: ${text}`, async () => {
      const phone = aNumber();
      const loan = await loanOf(phone);
      assert.deepEqual(await reply(phone, text), { understood_as: null, revoked: 0 });
      assert.equal(await smsOfCharge(loan), 'sent');
    });
  }

  it('is kept as evidence, and confirmed once, in the consumer’s language', async () => {
    const phone = aNumber();
    const loan = await loanOf(phone, { locale: 'es' });
    await reply(phone, 'STOP');
    assert.deepEqual(await reply(phone, 'STOP'), { understood_as: 'stop', revoked: 0 });
    const [revocation, ...more] = await revocationsOf(loan);
    assert.partialDeepStrictEqual(revocation, { text_id: 'sms_consent', action: 'replied' });
    assert.equal(more.length, 0);
    const confirmations = await sentTo(phone, 'sms_stopped');
    assert.deepEqual(
      confirmations.map(({ text }) => text),
      ['Sample Lending Bank (sandbox): No le enviaremos otros mensajes de texto.'],
    );
  });

  it('stops them for all who have the number, whatever number they gave elsewhere', async () => {
    const phone = aNumber();
    const person_index = `person-of-${phone}`;
    const own = await loanOf(phone, { person_index });
    const elsewhere = await loanOf(aNumber(), { person_index });
    const household = await loanOf(phone, { person_index: `another-of-${phone}` });
    const stranger = await loanOf(aNumber());
    assert.deepEqual(await reply(phone, 'STOP'), { understood_as: 'stop', revoked: 3 });
    for (const loan of [own, elsewhere, household]) {
      assert.equal((await revocationsOf(loan)).length, 1);
    }
    assert.equal((await revocationsOf(stranger)).length, 0);
    assert.equal((await sentTo(phone, 'sms_stopped')).length, 1);
    assert.equal((await sentTo(elsewhere.phone, 'sms_stopped')).length, 0);
  });

  it('writes the numbers down in their order: two replies may write the same ones', async () => {
    const phone = aNumber();
    const person_index = `person-of-${phone}`;
    const numbers = [phone, aNumber(), aNumber(), aNumber(), aNumber()];
    for (const number of numbers.toReversed()) await loanOf(number, { person_index });
    assert.deepEqual(await reply(phone, 'STOP'), { understood_as: 'stop', revoked: 5 });
    const { engine } = lending.context.database;
    const rows = await storedRows(lending.context)
      .selectFrom('stopped_numbers')
      .select('phone')
      .where('phone', 'in', numbers)
      .orderBy(engine === 'sqlite' ? sql`rowid` : sql`ctid`)
      .execute();
    assert.deepEqual(
      rows.map((row) => row.phone),
      numbers,
    );
  });

  it('stops none of another sponsor', async () => {
    const phone = aNumber();
    const loan = await loanOf(phone);
    const body = { from: phone, text: 'STOP' };
    const as = 'sponsor-two@example.test';
    const answer = await lending.call('POST', '/sandbox/v1/messages/inbound', { body, as });
    assert.deepEqual(await answer.json(), { understood_as: 'stop', revoked: 0 });
    assert.equal(await smsOfCharge(loan), 'sent');
  });

  it('is not confirmed to a number that the carrier has blocked', async () => {
    const phone = '+15005550004';
    await loanOf(phone);
    assert.deepEqual(await reply(phone, 'STOP'), { understood_as: 'stop', revoked: 1 });
    assert.deepEqual(await sentTo(phone, 'sms_stopped'), []);
  });

  it('is answered with help, as the consent to messages promises', async () => {
    const phone = aNumber();
    const loan = await loanOf(phone);
    assert.deepEqual(await reply(phone, 'help'), { understood_as: 'help', revoked: 0 });
    const [help] = await sentTo(phone, 'sms_help');
    assert.match(help?.text ?? '', /1-800-555-0142.*STOP/);
    assert.equal(await smsOfCharge(loan), 'sent');
    const stranger = aNumber();
    assert.deepEqual(await reply(stranger, '¿Ayuda?'), { understood_as: 'help', revoked: 0 });
    assert.deepEqual(await reply(stranger, 'HELP'), { understood_as: 'help', revoked: 0 });
    assert.deepEqual(await sentTo(stranger, 'sms_help'), []);
  });

  it('comes from a telephone number and has a text', async () => {
    await reply('0123', 'STOP', 400);
    await flow.sandbox('/messages/inbound', { from: aNumber() }, 400);
  });
});

describe('a consent that was given before STOP', () => {
  it('does not lift it, though it is written down after it; a later one does', async () => {
    const { context } = lending;
    const phone = aNumber();
    const agreed = {
      phone,
      sms_consent: true,
      sms_consent_version: '2026-01',
      sms_consent_at: '2026-03-02T14:58:00Z',
    };
    const consumer = await Consumer.approved(lending, agreed);
    const again = (external_application_id: string) =>
      aSoftPull({ ...agreed, email: consumer.email, external_application_id });
    // It waits for the answer of the first one.
    const request = softPullRequest.parse(again('waiting'));
    const user = await context.database.query
      .selectFrom('merchant_users')
      .selectAll()
      .where('user_id', '=', request.request_user_id)
      .executeTakeFirstOrThrow();
    const waiting = newApplication(context, user, request, context.clock.now(user.sponsor_id));
    lending.tick(1_000);
    assert.deepEqual(await reply(phone, 'STOP'), { understood_as: 'stop', revoked: 1 });
    await context.database.transaction((tx) => beginSoftPull(context, tx, request, waiting));
    const said = (await consumer.consents()).map(({ consent_type }) => consent_type);
    assert.deepEqual(
      said.filter((type) => type === 'sms' || type === 'revocation'),
      ['sms', 'revocation', 'sms'],
    );
    await consumer.choose(consumer.offers[0]?.offer_uuid ?? '');
    await consumer.accept();
    const loan = await consumer.application();
    assert.equal(await smsOfCharge(loan), 'skipped_opted_out');
    lending.tick(1_000);
    await decidedSoftPull(lending, again('later'));
    assert.equal(await smsOfCharge(loan), 'sent');
  });
});
