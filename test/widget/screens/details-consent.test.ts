import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { emptyDraft } from '../../../widget/screens/details/application-form.ts';
import { en } from '../../../widget/strings/en.ts';
import { disclosures } from '../helpers/contract-values.ts';
import { mountDetails, typed } from '../helpers/mount-details.ts';
import { until } from '../helpers/until.ts';

const strings = en.form;

type MountedDetails = Awaited<ReturnType<typeof mountDetails>>;

/** Ticks the boxes that the application needs, and waits until the form has taken note. */
async function tickConsents({ query, screen }: MountedDetails): Promise<void> {
  for (const box of ['esign_consent', 'privacy_notice_ack']) query(`#${box}`).click();
  await screen.updateComplete;
}

/** The button that agrees, with the text that it stands for in view. */
function agreeButton({ button, query }: MountedDetails): HTMLElement {
  query('.authorization-text > :last-child').scrollIntoView();
  return button(strings.agree);
}

describe('the consent of <details-screen>', () => {
  it('ticks nothing beforehand', async () => {
    const { root } = await mountDetails({ part: 3 });
    const boxes = [...root.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
    expect(boxes.map(({ checked }) => checked)).to.deep.equal([false, false, false]);
  });

  it('hides the number from onlookers until asked, without being a password', async () => {
    const { field, button, screen } = await mountDetails({ part: 3, draft: typed });
    expect(field('ssn').type).to.equal('text');
    expect(getComputedStyle(field('ssn')).getPropertyValue('-webkit-text-security')).to.equal(
      'disc',
    );
    button(/^Show/).click();
    await screen.updateComplete;
    expect(getComputedStyle(field('ssn')).getPropertyValue('-webkit-text-security')).to.equal(
      'none',
    );
  });

  it('says of the number whether it is shown, and hides it again', async () => {
    const { query, text, screen } = await mountDetails({ part: 3, draft: typed });
    const { label, hint } = strings.fields.ssn;
    const toggle = query('.field button');
    for (const isShown of [false, true, false]) {
      const word = isShown ? strings.hide : strings.show;
      expect(toggle.ariaLabel).to.equal(`${word}: ${label}`);
      expect(toggle.textContent?.trim()).to.equal(word);
      expect(text()).to.contain(isShown ? strings.ssnShown : hint);
      toggle.click();
      await screen.updateComplete;
    }
  });

  it('hides the number of whoever fills the form next', async () => {
    const { screen, button, field } = await mountDetails({ part: 3, draft: typed });
    button(/^Show/).click();
    await screen.updateComplete;
    screen.draft = { ...emptyDraft(), part: 3 };
    await screen.updateComplete;
    expect(getComputedStyle(field('ssn')).getPropertyValue('-webkit-text-security')).to.equal(
      'disc',
    );
  });

  it('has a way back as wide as that of the part before', async () => {
    const widths: number[] = [];
    for (const part of [2, 3] as const) {
      const { button } = await mountDetails({ part });
      widths.push(button(strings.back).offsetWidth);
    }
    expect(widths[1]).to.equal(widths[0]);
  });

  it('has nothing between the authorization and its button', async () => {
    const { query } = await mountDetails({ part: 3 });
    expect(query('.authorization-text').nextElementSibling?.localName).to.equal('button');
  });

  it('is not given before the authorization is in view: the first press leads there [wcag:read-first]', async () => {
    const mounted = await mountDetails({ part: 3, draft: typed });
    const { screen, button, intents } = mounted;
    screen.style.display = 'block';
    screen.style.paddingBlockStart = '3000px';
    await tickConsents(mounted);
    window.scrollTo(0, 0);
    button(strings.agree).click();
    await until(() => window.scrollY > 1_000);
    // A page around a frame is told, too.
    expect(mounted.scrolls).to.have.length(1);
    expect(intents.at(-1)).to.deep.equal({ type: 'announce', text: strings.readFirst });
    button(strings.agree).click();
    await until(() => intents.at(-1)?.type === 'apply');
  });

  it('is not given by Enter in a field [wcag:no-enter]', async () => {
    const mounted = await mountDetails({ part: 3, draft: typed });
    await tickConsents(mounted);
    mounted.field('ssn').focus();
    await sendKeys({ press: 'Enter' });
    expect(mounted.intents.some(({ type }) => type === 'apply')).to.equal(false);
  });

  it('needs its boxes, but not the text messages', async () => {
    const mounted = await mountDetails({ part: 3, draft: typed });
    agreeButton(mounted).click();
    await until(() => mounted.summary() !== null);
    const links = [...mounted.root.querySelectorAll('.summary a')];
    expect(links.map(({ textContent }) => textContent)).to.deep.equal([
      strings.fields.esign_consent.missing,
      strings.fields.privacy_notice_ack.missing,
    ]);
  });

  it('sends what was typed in the form of the wire, with the texts that were read', async () => {
    const mounted = await mountDetails({ part: 3, draft: typed });
    await tickConsents(mounted);
    agreeButton(mounted).focus();
    await sendKeys({ press: 'Enter' });
    await until(() => mounted.intents.some(({ type }) => type === 'apply'));
    const sent = mounted.intents.find(({ type }) => type === 'apply');
    const [authorization] = disclosures();
    expect(sent).to.deep.include({
      body: {
        ...typed,
        date_of_birth: '1985-04-12',
        phone: '+15555550123',
        ssn: '900100001',
        monthly_housing_payment: '1250',
        annual_income: '84000',
        soft_pull_consent: true,
        soft_pull_consent_version: '2026-01',
        soft_pull_consent_text_sha256: authorization?.sha256,
        soft_pull_consent_at: '2026-03-01T15:00:00Z',
        esign_consent: true,
        esign_consent_version: '2026-01',
        esign_consent_at: '2026-03-01T15:00:00Z',
        privacy_notice_ack: true,
        privacy_notice_version: '2026-01',
        sms_consent: false,
      },
    });
  });

  it('to text messages is sent with its text and time, if it was given and not taken back', async () => {
    for (const isTakenBack of [false, true]) {
      const mounted = await mountDetails({ part: 3, draft: typed });
      await tickConsents(mounted);
      mounted.query('#sms_consent').click();
      if (isTakenBack) mounted.query('#sms_consent').click();
      await mounted.screen.updateComplete;
      expect(mounted.field('sms_consent').checked).to.equal(!isTakenBack);
      agreeButton(mounted).focus();
      await sendKeys({ press: 'Enter' });
      await until(() => mounted.intents.some(({ type }) => type === 'apply'));
      const sent = mounted.intents.find((intent) => intent.type === 'apply');
      const body = sent?.type === 'apply' ? (sent.body as Record<string, unknown>) : {};
      const { sms_consent, sms_consent_version, sms_consent_at } = body;
      expect({ sms_consent, sms_consent_version, sms_consent_at }).to.deep.equal({
        sms_consent: !isTakenBack,
        sms_consent_version: isTakenBack ? undefined : '2026-01',
        sms_consent_at: isTakenBack ? undefined : '2026-03-01T15:00:00Z',
      });
    }
  });

  it('that the application needs can be taken back until it is sent', async () => {
    const mounted = await mountDetails({ part: 3, draft: typed });
    await tickConsents(mounted);
    for (const box of ['esign_consent', 'privacy_notice_ack']) mounted.query(`#${box}`).click();
    await mounted.screen.updateComplete;
    agreeButton(mounted).click();
    await until(() => mounted.summary() !== null);
    expect(mounted.intents.some(({ type }) => type === 'apply')).to.equal(false);
  });

  it('is not given to a text that took the place of the one that was read', async () => {
    const mounted = await mountDetails({ part: 3, draft: typed });
    const { update, intents } = mounted;
    await tickConsents(mounted);
    agreeButton(mounted).click();
    const texts = disclosures().map((text) =>
      text.id === 'soft_pull_authorization' ? { ...text, version: '2026-02', sha256: 'f' } : text,
    );
    await update({ texts: new Map(texts.map((text) => [text.id, text])) });
    await until(() => intents.some(({ type }) => type === 'announce' || type === 'apply'));
    expect(intents.at(-1)).to.deep.equal({ type: 'announce', text: strings.readFirst });
  });

  it('does not count for a text in another language', async () => {
    const mounted = await mountDetails({ part: 3 });
    const { update, field } = mounted;
    await tickConsents(mounted);
    await update({ texts: new Map(disclosures('es').map((text) => [text.id, text])) });
    expect(field('esign_consent').checked).to.equal(false);
  });

  it('cannot be ticked for a text that is missing', async () => {
    const { texts } = (await mountDetails({ part: 3 })).screen.context;
    const others = new Map([...texts].filter(([id]) => id !== 'privacy_notice'));
    const { field } = await mountDetails({ part: 3, context: { texts: others } });
    const disabled = ['esign_consent', 'privacy_notice_ack', 'sms_consent'].filter(
      (box) => field(box).disabled,
    );
    expect(disabled).to.deep.equal(['privacy_notice_ack']);
  });

  it('cannot be given while the texts are missing, and says so', async () => {
    const context = { texts: new Map(), textsHaveFailed: true };
    const { root, text, button, intents } = await mountDetails({ part: 3, context });
    expect(root.querySelector('.authorization')).to.equal(null);
    expect(text()).to.contain(strings.textsMissing.title);
    button(en.common.tryAgain).click();
    expect(intents).to.deep.equal([{ type: 'retry' }]);
  });
});
