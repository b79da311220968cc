import { expect } from '@open-wc/testing';
import { CheckoutClient } from '../../../widget/client/checkout-client.ts';
import { ClientError } from '../../../widget/client/client-error.ts';
import { streamSteps } from '../../../widget/flow/step-watcher.ts';
import { aStep, aUuid, disclosures } from '../helpers/contract-values.ts';
import { bffOrigin, FakeBff, held, json, networkFailure, problem } from '../helpers/fake-bff.ts';
import { until } from '../helpers/until.ts';

const newCheckout = {
  amount: '8400.00',
  return_url: 'https://shop.example/cart',
  locale: 'en',
} as const;

describe('CheckoutClient', () => {
  let bff: FakeBff;
  let client: CheckoutClient;
  let signal: AbortSignal;

  beforeEach(() => {
    bff = new FakeBff();
    client = new CheckoutClient({ server: bffOrigin, merchant: 'pk_test' });
    signal = new AbortController().signal;
  });

  afterEach(() => bff.uninstall());

  async function refused(call: Promise<unknown>): Promise<ClientError> {
    const error = await call.then(() => null).catch((thrown: unknown) => thrown);
    if (error instanceof ClientError) return error;
    throw new Error(`Expected a ClientError, got ${error}`);
  }

  it('opens a checkout and then speaks with its token', async () => {
    await client.create(newCheckout, signal);
    await client.read(signal);
    const [created, read] = bff.calls;
    expect(created?.body).to.deep.equal({
      merchant: 'pk_test',
      amount: '8400.00',
      return_url: 'https://shop.example/cart',
      locale: 'en',
    });
    expect(created?.token).to.equal(null);
    expect(read).to.include({ method: 'GET', path: '/v1/checkouts/c1', token: 't1' });
  });

  it('makes each call as the contract has it', async () => {
    await client.create(newCheckout, signal);
    await client.change({ amount: '700.00' }, signal);
    await client.apply({ first_name: 'Ada' }, signal);
    await client.select(aUuid(1), signal);
    await client.dropSelection(signal);
    await client.inviteToPortal(signal);
    await client.charge(signal);
    const sent = bff.calls.slice(1).map(({ method, path, body }) => [method, path, body]);
    expect(sent).to.deep.equal([
      ['PATCH', '/v1/checkouts/c1', { amount: '700.00' }],
      ['POST', '/v1/checkouts/c1/application', { first_name: 'Ada' }],
      ['POST', `/v1/checkouts/c1/offers/${aUuid(1)}/select`, {}],
      ['DELETE', '/v1/checkouts/c1/selection', undefined],
      ['POST', '/v1/checkouts/c1/portal-invitation', {}],
      ['POST', '/v1/checkouts/c1/charge', {}],
    ]);
  });

  it('sends nothing of the browser along, and lets it keep the texts alone', async () => {
    const fetchOfFake = window.fetch;
    const sent: (RequestInit | undefined)[] = [];
    window.fetch = (input, init) => {
      sent.push(init);
      return fetchOfFake(input, init);
    };
    await client.create(newCheckout, signal);
    await client.read(signal);
    await client.disclosures('en', signal);
    for (const init of sent) expect(init).to.include({ credentials: 'omit', redirect: 'error' });
    expect(sent.map((init) => init?.cache)).to.deep.equal(['no-store', 'no-store', 'no-cache']);
  });

  it('renews the token for one call although another, which began that, was called off', async () => {
    const renewed: string[] = [];
    const onRenewed = (resume: string) => renewed.push(resume);
    client = new CheckoutClient({ server: bffOrigin, merchant: 'pk_test', onRenewed });
    await client.create(newCheckout, signal);
    const expired = () => problem(401, 'token_expired');
    const { answer, release } = held();
    bff.plan('GET /events', expired);
    bff.plan('POST /resume', () => answer);
    const watching = new AbortController();
    const stream = client.openEvents(null, watching.signal).catch((error: unknown) => error);
    await until(() => bff.called('POST /resume').length === 1);
    bff.plan('POST /charge', expired);
    bff.step = aStep('charge_pending');
    const charge = client.charge(signal);
    await until(() => bff.called('POST /charge').length === 1);
    // The refusal has been read by then.
    await new Promise(requestAnimationFrame);
    watching.abort();
    release(bff.session());
    expect((await charge).screen).to.equal('charge_pending');
    expect(await stream).to.equal(watching.signal.reason);
    expect(renewed).to.deep.equal(['r1']);
    expect(bff.called('POST /resume')).to.have.length(1);
  });

  it('meets an expired token with one resume and repeats the call [wcag:session-resumed]', async () => {
    await client.create(newCheckout, signal);
    bff.plan('POST /charge', () => problem(401, 'token_expired'));
    bff.step = aStep('charge_pending');
    expect(await client.charge(signal)).to.deep.equal(bff.step);
    expect(bff.called('POST /resume').map(({ body }) => body)).to.deep.equal([
      { resume: 'r1', merchant: 'pk_test', held: 'r1' },
    ]);
    expect(bff.called('POST /charge').map(({ token }) => token)).to.deep.equal(['t1', 't2']);
  });

  it('goes on by the newest handle each time that its token expires', async () => {
    await client.create(newCheckout, signal);
    await client.takeUp(signal);
    const expired = () => problem(401, 'token_expired');
    bff.plan('POST /charge', expired);
    bff.plan('POST /resume', () =>
      json(200, { checkout_id: 'c1', token: 'renewed', resume: 'r2', step: bff.step }),
    );
    await client.charge(signal);
    bff.plan('POST /charge', expired);
    await client.charge(signal);
    const resumed = bff.called('POST /resume').map(({ body }) => (body as { held: string }).held);
    expect(resumed).to.deep.equal(['r-own', 'r2']);
    const tokens = bff.called('POST /charge').map(({ token }) => token);
    expect(tokens).to.deep.equal(['t1', 'renewed', 'renewed', 't2']);
  });

  it('resumes once for calls that fail side by side', async () => {
    await client.create(newCheckout, signal);
    bff.plan(
      'GET /checkout',
      () => problem(401, 'token_expired'),
      () => problem(401, 'token_expired'),
    );
    await Promise.all([client.read(signal), client.read(signal)]);
    expect(bff.called('POST /resume')).to.have.length(1);
  });

  it('gives up when the new token is refused as well', async () => {
    await client.create(newCheckout, signal);
    bff.plan(
      'POST /charge',
      () => problem(401, 'token_expired'),
      () => problem(401, 'token_expired'),
    );
    expect((await refused(client.charge(signal))).code).to.equal('token_expired');
    expect(bff.called('POST /resume')).to.have.length(1);
  });

  it('reads a problem with its fields, and unknown codes as not accepted', async () => {
    await client.create(newCheckout, signal);
    const errors = { zip_code: ['not_a_zip'], city: ['from_the_future'] };
    bff.plan('POST /application', () => problem(400, 'invalid_applicant', { errors }));
    const error = await refused(client.apply({}, signal));
    expect(error).to.include({
      code: 'invalid_applicant',
      correlationId: 'about-invalid_applicant',
    });
    expect(error.fields).to.deep.equal({ zip_code: ['not_a_zip'], city: ['not_accepted'] });
  });

  const strangeProblems: [string, object][] = [
    ['of a code that it does not know', { code: 'from_the_future' }],
    ['that does not say whether to try again', { retryable: undefined }],
    ['without a support number', { correlation_id: undefined }],
    ['whose fields are none', { errors: null }],
    ['whose fields are no lists', { errors: { city: 'required' } }],
  ];
  for (const [name, change] of strangeProblems) {
    it(`takes a problem ${name} for an internal error`, async () => {
      await client.create(newCheckout, signal);
      const body = { code: 'charge_blocked', retryable: false, correlation_id: '1', ...change };
      bff.plan('POST /charge', () => json(409, body));
      expect(await refused(client.charge(signal))).to.include({
        code: 'internal',
        retryable: true,
      });
    });
  }

  it('takes a page of somebody else for an internal error', async () => {
    bff.plan('POST /checkouts', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await refused(client.create(newCheckout, signal))).to.include({
      code: 'internal',
      retryable: true,
    });
  });

  it('says that there was no answer, which is no refusal', async () => {
    bff.plan('POST /checkouts', networkFailure, networkFailure);
    expect(await refused(client.create(newCheckout, signal))).to.include({
      code: 'network',
      retryable: true,
    });
  });

  it('repeats a call whose connection broke, once', async () => {
    bff.plan('POST /checkouts', networkFailure);
    await client.create(newCheckout, signal);
    expect(bff.called('POST /checkouts')).to.have.length(2);
  });

  const strange: [string, unknown][] = [
    ['an unknown screen', { screen: 'holodeck' }],
    ['a step with a member missing', { ...aStep('accepted'), loan_number: undefined }],
    ['an amount that is no money', { ...aStep('details'), amount: 'lots' }],
    ['no step', undefined],
  ];
  for (const [name, step] of strange) {
    it(`refuses ${name}`, async () => {
      await client.create(newCheckout, signal);
      bff.plan('GET /checkout', () => json(200, { step }));
      expect(await refused(client.read(signal))).to.include({ code: 'internal', retryable: true });
    });
  }

  it('refuses a session with a member missing', async () => {
    for (const member of ['checkout_id', 'token', 'resume']) {
      const whole = { checkout_id: 'c1', token: 't1', resume: 'r1', step: bff.step };
      bff.plan('POST /checkouts', () => json(200, { ...whole, [member]: undefined }));
      const error = await refused(client.create(newCheckout, signal));
      expect(error, member).to.include({ code: 'internal', retryable: true });
    }
  });

  it('refuses a taking up that leaves nothing to go on with', async () => {
    await client.create(newCheckout, signal);
    bff.plan('POST /take-up', () => json(200, { step: bff.step }));
    expect((await refused(client.takeUp(signal))).code).to.equal('internal');
  });

  it('refuses regulated texts of which any lacks a member', async () => {
    const [first, ...others] = disclosures('en');
    const strangeTexts: unknown[] = [null, {}, [null]];
    for (const member of ['id', 'version', 'sha256', 'locale', 'text']) {
      strangeTexts.push([...others, { ...first, [member]: undefined }]);
    }
    for (const texts of strangeTexts) {
      bff.plan('GET /disclosures', () => json(200, { disclosures: texts }));
      const error = await refused(client.disclosures('en', signal));
      expect(error.code, JSON.stringify(texts)).to.equal('internal');
    }
  });

  it('takes the names of shop and lender together, and says none where they are not whole', async () => {
    const shop = 'Sample shop';
    const named = async (parties: unknown) => {
      bff.plan('GET /disclosures', () => json(200, { disclosures: [], parties }));
      return (await client.disclosures('en', signal)).parties;
    };
    for (const lender of ['Sample Bank', null]) {
      expect(await named({ shop, lender })).to.deep.equal({ shop, lender });
    }
    for (const parties of [null, 'Sample shop', { lender: null }, { shop }, { shop, lender: 7 }]) {
      expect(await named(parties), JSON.stringify(parties)).to.equal(null);
    }
  });

  it('drops what a newer server adds', async () => {
    await client.create(newCheckout, signal);
    bff.plan('GET /checkout', () => json(200, { step: { ...aStep('working'), mood: 'calm' } }));
    expect(await client.read(signal)).to.deep.equal(aStep('working'));
  });

  it('follows the stream from the last event seen', async () => {
    await client.create(newCheckout, signal);
    const steps = streamSteps(client, '41', signal, () => {});
    const next = steps.next();
    await until(() => bff.openStreams === 1);
    bff.push(aStep('working'), '42');
    expect((await next).value).to.deep.equal({ id: '42', step: aStep('working') });
    expect(bff.called('GET /events')[0]?.lastEventId).to.equal('41');
    await steps.return(undefined);
  });

  it('throws the reason of an abort, not a network error', async () => {
    const abort = new AbortController();
    bff.plan('POST /checkouts', () => new Promise(() => {}));
    const call = client.create(newCheckout, abort.signal).catch((error: unknown) => error);
    abort.abort();
    expect(await call).to.equal(abort.signal.reason);
  });

  it('waits for nothing where the call was called off before', async () => {
    const signal = AbortSignal.abort();
    bff.plan('POST /checkouts', () => new Promise(() => {}));
    const call = client.create(newCheckout, signal).catch((error: unknown) => error);
    expect(await call).to.equal(signal.reason);
  });
});
