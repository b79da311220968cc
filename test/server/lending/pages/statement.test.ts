import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { fundingFlow } from '../funding-flow.ts';

const statement = '/api/v1/sponsor/merchants/hillside-admin/statement/';
const basic = (password: string) => `Basic ${btoa(`sponsor@example.test:${password}`)}`;
const authorization = basic('sandbox-api-password');

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  const flow = fundingFlow(lending);
  await flow.approvedCharge(await anAcceptedLoan(lending, { first_name: 'Ada' }));
  await flow.approvedCharge(await anAcceptedLoan(lending, { invited_by: 'hillside-rep-2' }), {
    request_user_id: 'hillside-rep-2',
    payment_identifier: 'sbx:reverse',
  });
  await flow.advanceHours(7 * 24);
});
after(() => lending.close());

const open = (url: string, headers: Record<string, string> = { authorization }) =>
  new PlainBrowser(lending).open(url, headers);

describe('the page of a statement', () => {
  it('is at the address that the statement gives, for its sponsor', async () => {
    const answer = await lending.call('GET', `${statement}202603/`);
    const { document_url, statement_number } = (await answer.json()) as Record<string, string>;
    const page = await open(document_url ?? '');
    assert.equal(page.status, 200);
    assert.equal(page.heading, `Statement ${statement_number}`);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

  it('says what the statement says', async () => {
    const { text, html } = await open('/statements/hillside-admin/202603');
    for (const said of [
      'Hillside Heating & Air',
      'March 1, 2026 to March 31, 2026',
      'issued on April 1, 2026',
      'Charges to consumers $2,000.00',
      'returned charges -$1,000.00',
      'Merchant fees -$120.00',
      'Merchant fees refunded $60.00',
      'Net to merchant $940.00',
      'Initial charge $1,000.00 -$60.00 $940.00',
      'Initial charge, returned -$1,000.00 $60.00 -$940.00',
    ]) {
      assert.ok(text.includes(said), `${said} in ${text}`);
    }
    assert.ok(!html.includes('Ada'));
  });

  it('shows a Salesrep its own, and says so', async () => {
    const { text } = await open('/statements/hillside-rep-1/202603');
    assert.ok(text.includes('your own customers'));
    assert.ok(text.includes('Net to merchant $940.00'));
    assert.ok(!text.includes('returned -$1'));
  });

  it('speaks the reader’s language', async () => {
    const page = await open('/statements/hillside-admin/202603', {
      authorization,
      'accept-language': 'es-US',
    });
    assert.match(page.heading, /^Estado de cuenta/);
    assert.ok(page.html.includes('<html lang="es">'));
    assert.ok(page.text.includes('del 1 de marzo de 2026 al 31 de marzo de 2026'));
  });

  it('is a page too where there is no such statement, to a browser', async () => {
    const path = '/statements/hillside-admin/202613';
    const page = await open(path, { authorization, accept: 'text/html,*/*;q=0.8' });
    assert.equal(page.status, 404);
    assert.equal(page.heading, en.link.unknownTitle);
    const answer = await lending.call('GET', path);
    assert.equal(answer.status, 404);
    assert.deepEqual(await answer.json(), { detail: 'Not found.' });
  });

  it('is nobody else’s', async () => {
    const path = '/statements/hillside-admin/202603';
    assert.equal((await open(path, {})).status, 401);
    assert.equal((await open(path, { authorization: basic('wrong') })).status, 401);
    const other = await lending.call('GET', path, { as: 'sponsor-two@example.test' });
    assert.equal(other.status, 404);
    assert.equal((await open('/statements/hillside-admin/202602')).status, 404);
    assert.equal((await open('/statements/nobody/202603')).status, 404);
  });
});
