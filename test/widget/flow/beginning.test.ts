import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { json, networkFailure, problem } from '../helpers/fake-bff.ts';
import { clientToken, fromUrl, mountFlow, settings, stored } from '../helpers/mount-flow.ts';
import { find } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

describe('the beginning of <soft-pull-flow>', () => {
  const here = mountFlow();

  /** After the choice, in a tab that has exchanged a return code. */
  const beginByCode = async () => {
    here.bff.plan('POST /resume', () =>
      json(200, {
        checkout_id: 'c1',
        token: 't1',
        resume: 'r1',
        by_code: true,
        step: aStep('redirect'),
      }),
    );
    await here.begin([fromUrl]);
    await here.at('redirect');
  };

  it('draws a skeleton, then the step, and says that it is ready', async () => {
    await here.element.updateComplete;
    expect(find(here.root, '.card').ariaBusy).to.equal('true');
    await here.begin();
    expect(here.shown).to.contain(en.form.title);
    expect(here.messages.map(({ type }) => type)).to.have.members(['handle', 'step', 'ready']);
  });

  it('resumes what the tab remembers', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    expect(here.bff.called('POST /checkouts')[0]?.body).to.include({ resume: 'r0' });
  });

  it('shows where a link from elsewhere leads, without opening a form', async () => {
    here.bff.step = aStep('offers');
    await here.begin([fromUrl], { locale: 'es' });
    await here.at('offers');
    expect(here.bff.called('POST /resume').map(({ body }) => body)).to.deep.equal([
      {
        resume: 'r0',
        merchant: settings.merchant,
        locale: 'es',
        return_url: settings.return_url,
      },
    ]);
    expect(here.heard('handle')).to.deep.equal([
      { type: 'handle', resume: 'r1', opens_forms: false },
    ]);
  });

  it('keeps the tab’s own handle where a return code leads to the same checkout', async () => {
    here.bff.step = aStep('accepted');
    const own = { ...stored, resume: 'r1' };
    await here.begin([{ ...fromUrl, resume: 'code' }, own]);
    await here.at('accepted');
    expect(here.bff.called('POST /resume')[0]?.body).to.include({ resume: 'code', held: 'r1' });
    expect(here.heard('handle')).to.deep.equal([
      { type: 'handle', resume: 'r1', opens_forms: true },
    ]);
  });

  it('goes to the lender by the link as it stands where a return code was exchanged', async () => {
    const { consumer_invitation_link: url } = aStep('redirect');
    await beginByCode();
    expect(here.shown).not.to.contain(en.outcome.redirect.backToOffers);
    here.bff.step = aStep('redirect');
    for (const offerUuid of [aUuid(1), aUuid(1)]) here.send({ type: 'go_to_lender', offerUuid });
    await until(() => here.heard('redirect').length > 0);
    await here.element.updateComplete;
    expect(here.heard('redirect')).to.deep.equal([{ type: 'redirect', url }]);
    expect(here.bff.called('POST /select')).to.have.length(0);
  });

  it('goes back to the lender, which may wait for a code there, and renews its link for that', async () => {
    const url = 'https://lender.example/terms/abc';
    here.bff.step = aStep('review', { consumer_invitation_link: url });
    await here.begin([stored]);
    await here.at('review');
    here.send({ type: 'go_to_lender', offerUuid: aUuid(1) });
    await until(() => here.heard('redirect').length > 0);
    expect(here.heard('redirect')).to.deep.equal([{ type: 'redirect', url }]);
    expect(here.bff.called('POST /select')).to.have.length(1);
  });

  it('leads nobody who came by a return code to the lender when the loan has moved on', async () => {
    await beginByCode();
    here.bff.step = aStep('accepted');
    here.send({ type: 'go_to_lender', offerUuid: aUuid(1) });
    await here.at('accepted');
    expect(here.heard('redirect')).to.deep.equal([]);
  });

  it('says of a used-up code how far its checkout is, and opens no other by itself', async () => {
    here.bff.plan('POST /resume', () => problem(410, 'code_used', { reached: 'accepted' }));
    await here.begin([fromUrl]);
    await here.at('problem');
    expect(here.shown).to.contain(en.common.codeUsed.accepted);
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
  });

  it('asks for the page’s offer code', async () => {
    await here.begin([], { offer_code: 'SPRING-24' });
    const [call] = here.bff.called('POST /checkouts');
    expect(call?.body).to.include({ offer_code: 'SPRING-24' });
  });

  it('starts again where such a link leads to a form', async () => {
    here.bff.plan('POST /resume', () => here.bff.session(aStep('details', { amount: '1.00' })));
    await here.begin([fromUrl]);
    expect(here.bff.called('POST /checkouts')[0]?.body).not.to.have.property('resume');
    expect(here.heard('handle')).to.deep.equal([
      { type: 'handle', resume: 'r1', opens_forms: true },
    ]);
  });

  it('opens the form of no stranger’s link beside what the tab remembers', async () => {
    here.bff.plan('POST /resume', () => here.bff.session(aStep('details', { amount: '1.00' })));
    await here.begin([{ ...fromUrl, resume: 'of a stranger' }, stored]);
    expect(here.bff.called('POST /checkouts')[0]?.body).to.include({ resume: 'r0' });
    expect(here.shown).to.contain('$8,400.00');
  });

  it('opens the form of a link that leads to the tab’s own checkout', async () => {
    await here.begin([
      { ...fromUrl, resume: 'code' },
      { ...stored, resume: 'r1' },
    ]);
    expect(here.shown).to.contain(en.form.title);
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
  });

  it('begins with nothing of a link that the tab remembers, once that is void', async () => {
    here.bff.plan('POST /resume', () => problem(404, 'not_found'));
    await here.begin([{ ...stored, opens_forms: false }]);
    expect(here.bff.called('POST /checkouts')[0]?.body).not.to.have.property('resume');
  });

  it('starts again where such a link falls back to a form later', async () => {
    here.bff.step = aStep('working');
    await here.begin([fromUrl]);
    await until(() => here.bff.openStreams === 1);
    here.bff.push(aStep('details', { problem: { code: 'lender_unavailable' } }), '2');
    here.bff.step = aStep('details');
    await here.at('details');
    expect(here.bff.called('POST /checkouts')).to.have.length(1);
    expect(here.shown).not.to.contain(en.common.problems.lender_unavailable.title);
  });

  it('starts again where such a link is void', async () => {
    here.bff.plan('POST /resume', () => problem(404, 'not_found'));
    await here.begin([fromUrl, stored]);
    expect(here.bff.called('POST /checkouts')[0]?.body).to.include({ resume: 'r0' });
  });

  it('opens no other checkout where such a link got no answer, and tries it again', async () => {
    here.bff.plan('POST /resume', networkFailure, networkFailure);
    await here.begin([fromUrl, stored]);
    await here.at('problem');
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
    here.bff.step = aStep('accepted');
    here.send({ type: 'retry' });
    await here.at('accepted');
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
  });

  it("opens the merchant's own checkout, and none in its place when that fails", async () => {
    here.bff.plan('POST /resume', () => problem(404, 'not_found'));
    await here.begin([clientToken]);
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
    await here.at('problem');
  });

  it("says where the page is, which counts if the merchant's server has not said it", async () => {
    await here.begin([clientToken]);
    const [{ body } = {}] = here.bff.called('POST /resume');
    expect(body).to.include({ return_url: settings.return_url });
  });

  it('asks the page for another client token where its own is void', async () => {
    here.bff.plan('POST /resume', () => problem(404, 'not_found'));
    await here.begin([clientToken]);
    await here.at('problem');
    here.send({ type: 'restart' });
    await until(() => here.shown.includes(en.common.problems.order_invalid.text));
    expect(here.heard('error').map(({ code }) => code)).to.deep.equal([
      'not_found',
      'order_invalid',
    ]);
    expect(here.bff.called('POST /resume')).to.have.length(1);
  });

  it("opens the merchant's own checkout again where only its session has ended", async () => {
    here.bff.step = aStep('accepted');
    await here.begin([clientToken]);
    await here.at('accepted');
    here.bff.plan('POST /charge', () => problem(401, 'unauthorized'));
    here.send({ type: 'charge' });
    await here.at('problem');
    here.send({ type: 'restart' });
    await here.at('accepted');
    expect(here.bff.called('POST /resume')).to.have.length(2);
  });

  for (const [screen, values] of [
    ['expired', { reason: 'application' }],
    ['cancelled', { reason: 'terms_declined' }],
  ] as const) {
    it(`asks the page for another client token once its own checkout is ${screen}`, async () => {
      here.bff.step = aStep(screen, values);
      await here.begin([clientToken]);
      await here.at(screen);
      here.send({ type: 'restart' });
      await here.at('problem');
      expect(here.shown).to.contain(en.common.problems.order_invalid.text);
      expect(here.heard('error')).to.deep.equal([
        { type: 'error', code: 'order_invalid', retryable: false, correlation_id: null },
      ]);
      expect(here.bff.called('POST /resume')).to.have.length(1);
    });
  }

  it('takes back the refusal of a token once the page has brought a good one [wcag:announced]', async () => {
    for (const bring of ['configure', 'begin_with'] as const) {
      here.bff.plan('POST /checkouts', () => problem(422, 'order_invalid'));
      await here.begin([], { order_token: 'old' });
      await until(() => here.said.includes(en.common.problems.order_invalid.title));
      const changed = { ...settings, order_token: `good for ${bring}` };
      if (bring === 'configure') here.element.receive({ type: bring, settings: changed });
      else here.element.receive({ type: bring, handles: [], settings: changed });
      await until(() => here.said === en.form.title);
      here.remove();
      here.mount();
    }
  });

  it('says what is wrong and tries again', async () => {
    here.bff.plan('POST /checkouts', networkFailure, networkFailure);
    await here.begin([stored]);
    await here.at('problem');
    expect(here.shown).to.contain(en.common.problems.network.title);
    const [error] = here.heard('error');
    expect(error).to.include({ code: 'network', retryable: true });
    expect(error?.correlation_id).to.match(/^\d{10,}$/);
    expect(here.shown).to.contain(String(error?.correlation_id));
    here.send({ type: 'retry' });
    await here.at('details');
    expect(here.bff.called('POST /checkouts').at(-1)?.body).to.include({ resume: 'r0' });
  });

  it('begins again by itself when the page mends the amount that was refused', async () => {
    here.bff.plan('POST /checkouts', () => problem(400, 'amount_out_of_range'));
    await here.begin([], { amount: '1.00' });
    await here.at('problem');
    here.configure();
    await here.at('details');
    expect(here.bff.called('POST /checkouts')[1]?.body).to.include({ amount: '8400.00' });
  });

  it('of another merchant’s checkout asks for the texts of that merchant', async () => {
    await here.begin();
    await until(() => here.bff.called('GET /disclosures').length > 0);
    const others = { ...settings, merchant: 'pk_other' };
    here.element.receive({ type: 'begin_with', handles: [clientToken], settings: others });
    await until(
      () => here.bff.called('GET /disclosures').at(-1)?.path.includes('pk_other') === true,
    );
  });
});
