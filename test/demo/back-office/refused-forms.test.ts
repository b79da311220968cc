import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { es } from '../../../demo/back-office/strings/es.ts';
import { aCharge, aCheckout } from './fixtures.ts';
import { OFFICE, TestOffice } from './office.ts';

const unresolved = aCharge({ status: 'unresolved' });
const checkout = aCheckout({ amount: '9000.00', expires_at: null });

/** What a screen reader is told of the fields of a page that are wrong, by their name or their legend. */
function wrongFields(page: string): { field: string; says: string }[] {
  const said = new Map(
    [...page.matchAll(/<p id="([^"]+)"[^>]*>([^<]*)</g)].map(([, id, text]) => [id, text]),
  );
  return [...page.matchAll(/<(?:input|select|fieldset)([^>]*)>(?:\s*<legend>([^<]*))?/g)]
    .filter(([, attributes = '']) => attributes.includes('aria-invalid="true"'))
    .map(([, attributes = '', legend]) => ({
      field: legend ?? / name="([^"]+)"/.exec(attributes)?.[1] ?? '',
      says: (/aria-describedby="([^"]+)"/.exec(attributes)?.[1] ?? '')
        .split(' ')
        .map((id) => said.get(id))
        .join(' '),
    }));
}

describe('a form of the back office that is refused', () => {
  let office: TestOffice;
  let refusal: Record<string, unknown>;
  let charges: object[];
  beforeEach(async () => {
    charges = [unresolved, { ...unresolved, charge_id: 'c-2', status: 'settled' }];
    office = await TestOffice.open({
      bffUrl: 'http://127.0.0.1:1',
      secretKey: 'sk',
      fetch: async (_address, init) =>
        init?.method === 'POST'
          ? Response.json({ title: 'Refused.', ...refusal }, { status: 409 })
          : Response.json({ ...checkout, charges }),
    });
    await office.signIn();
    await office.post('/language', { language: 'es' });
  });
  afterEach(() => office.close());

  it('is answered by 400 where its body is no form', async () => {
    const headers = { origin: OFFICE, 'content-type': 'multipart/form-data; boundary=x' };
    const { app } = office.office;
    const answer = await app.request('/sign-in', { method: 'POST', headers, body: '{}' });
    assert.equal(answer.status, 400);
  });

  it('is left by an address of any characters', async () => {
    const back = await office.get('/orders/%0D%0A%F0%9F%A6%8A/resend');
    assert.equal(back.headers.get('location'), '/back-office/orders/%0D%0A%F0%9F%A6%8A');
  });

  const { actions, common, problems } = es;
  const unreadable = common.amountUnreadable;
  const key = 'k';
  const sale = { order: '1', key, amount: '1,000', description: 'A pump', offer_code: 'SPRING' };
  const forms: [path: string, form: Record<string, string>, field: string, says: string][] = [
    ['/orders/k-1/charge', { kind: '111', amount: 'much', key }, 'amount', unreadable],
    [
      '/orders/k-1/charge',
      { kind: '111', amount: '9', key },
      'amount',
      problems.amount_out_of_range,
    ],
    ['/orders/k-1/limit', { amount: 'more', key }, 'amount', unreadable],
    [
      '/orders/k-1/refund',
      { charge: 'c-2', how: 'part', amount: 'some', key },
      'amount',
      unreadable,
    ],
    [
      '/orders/k-1/refund',
      { charge: 'c-2', how: 'whole', amount: '4', key },
      actions.howMuch,
      actions.allOrPart,
    ],
    ['/orders/k-1/resolve?charge=c-1', { key }, actions.lenderSays, actions.answerMissing],
    [
      '/orders/k-1/resolve?charge=c-1',
      { key, answer: 'there' },
      'number',
      `${actions.requestNumberHint} ${actions.answerMissing}`,
    ],
    ['/sales/new', { ...sale, amount: '' }, 'amount', unreadable],
    ['/sales/new', sale, 'amount', problems.amount_out_of_range],
    [
      '/sales/new',
      { ...sale, description: ' ' },
      'description',
      `${es.sale.descriptionHint} ${es.sale.descriptionMissing}`,
    ],
    ['/sign-in', { password: 'none' }, 'password', es.signIn.wrong],
  ];
  for (const [path, form, field, says] of forms) {
    it(`says at the field what is wrong with it, and in the title: ${path}, ${says}`, async () => {
      refusal = { code: 'amount_out_of_range', errors: { amount: ['not_accepted'] } };
      if (path.endsWith('/limit')) charges = [];
      const page = await (await office.post(path, form)).text();
      assert.deepEqual(wrongFields(page), [{ field, says }]);
      assert.match(page, /<title>Error: /);
    });
  }

  const charge = { kind: '111', amount: '9', note: 'A\tpump', key };
  const part = { charge: 'c-2', how: 'part', amount: '9', note: '', key };
  const resolution = { key, answer: 'there', number: 'p-1' };
  const invalid = problems.invalid_request;
  for (const [path, form, errorsOf, field, hint] of [
    ['/orders/k-1/charge', charge, 'amount', 'amount', ''],
    ['/orders/k-1/charge', charge, 'description', 'note', actions.chargeNoteHint],
    ['/orders/k-1/refund', part, 'amount', 'amount', ''],
    ['/orders/k-1/refund', part, 'reason', 'note', actions.reasonHint],
    [
      '/orders/k-1/resolve?charge=c-1',
      resolution,
      'payment_request_uuid',
      'number',
      actions.requestNumberHint,
    ],
    [
      '/orders/k-1/resolve?charge=c-1',
      resolution,
      'refund_request_uuid',
      'number',
      actions.requestNumberHint,
    ],
    ['/sales/new', sale, 'description', 'description', es.sale.descriptionHint],
    ['/sales/new', sale, 'offer_code', 'offer_code', ''],
    ['/sales/new', sale, 'sold_by', 'seller', ''],
    ['/sales/new', sale, 'locale', 'customer_language', ''],
  ] as const) {
    it(`says at the field what the API says of ${errorsOf}: ${path}`, async () => {
      refusal = { code: 'invalid_request', errors: { [errorsOf]: ['invalid_characters'] } };
      const page = await (await office.post(path, form)).text();
      assert.deepEqual(wrongFields(page), [{ field, says: `${hint} ${invalid}`.trim() }]);
    });
  }

  it('calls no field wrong where none is', async () => {
    refusal = { code: 'lender_unavailable' };
    for (const [path, form] of [
      ['/orders/k-1/charge', { kind: '111', amount: '9', key }],
      ['/sales/new', sale],
    ] as const) {
      const page = await (await office.post(path, form)).text();
      assert.ok(page.includes(`role="alert">${problems.lender_unavailable}`));
      assert.deepEqual(wrongFields(page), []);
    }
    assert.doesNotMatch(await office.page('/orders/k-1/charge?kind=111'), /Error|aria-invalid/);
  });

  it('says that a choice is needed, and not that it is wrong before it is made', async () => {
    const page = await office.page('/orders/k-1/resolve?charge=c-1');
    assert.match(page, /<fieldset [^>]*role="radiogroup" aria-required="true"/);
    const radios = page.match(/<input type="radio"[^>]*>/g) ?? [];
    assert.equal(radios.length, 2);
    // Chromium calls one that is `required` and not chosen invalid, for a screen reader to say.
    assert.deepEqual(
      radios.filter((radio) => radio.includes('required')),
      [],
    );
  });

  it('says that a field must be filled, and not that it is wrong before it is', async () => {
    charges = [];
    for (const [path, fields] of [
      ['/orders/k-1/charge?kind=111', ['amount']],
      ['/orders/k-1/limit', ['amount']],
      ['/sales/new', ['amount', 'description']],
      ['/sign-in', ['password']],
    ] as const) {
      const inputs = (await office.page(path)).match(/<input[^>]*>/g) ?? [];
      const marked = inputs.filter((input) => input.includes(' aria-required="true"'));
      assert.deepEqual(
        marked.map((input) => / name="([^"]+)"/.exec(input)?.[1]),
        fields,
        path,
      );
      // Firefox calls an empty one that is `required` invalid, whatever `aria-invalid` says.
      assert.deepEqual(
        inputs.filter((input) => / required\b/.test(input)),
        [],
        path,
      );
    }
  });
});
