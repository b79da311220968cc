import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CheckError } from '../../../../server/bff/check-lender/check-request.ts';
import { LenderError } from '../../../../server/bff/lender/lender-error.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { detail } from '../../../helpers/bare-lender/rest-framework.ts';
import { canaryApplicant } from '../../../helpers/canaries.ts';
import { LeakScanner } from '../../../helpers/leak-scanner.ts';
import { anApplication } from '../../../helpers/shop-page.ts';
import { bareLenderChecker, type CheckedLender, type LenderCheck } from './lender-check.ts';

type Row = Record<string, unknown>;

const person = canaryApplicant(1);
const applicant = anApplication({
  ...person,
  address_1: '77 Zqhollow Lane',
  city: 'Xjville',
  zip_code: '98761',
  employer_name: 'Zqworks',
});

/** Words of closed lists, which the output is made of, whoever says them. */
const closedWords = new Set([
  ...['offers', 'no_offers', 'pending', 'approved', 'Pending', 'Submitted', 'Rejected'],
  ...['Approved: Offers Available', 'Approved: Offer Selected', 'Approved: Accepted'],
]);

const randomId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** A code of digits counts where it stands by itself: within an id or a time it is none. */
function isSaid(value: string, text: string): boolean {
  if (/^\d{5}$/.test(value)) return text.replaceAll(randomId, '').includes(value);
  if (!/^\d{1,4}$/.test(value)) return text.includes(value);
  return new RegExp(`(?<![\\w.-])${value}(?![\\w.-]| ms)`).test(text);
}

describe('what npm run check-lender prints', () => {
  const tested = bareLenderChecker({
    saysLoanNumber: true,
    saysEligibility: true,
    loanListsOffers: true,
  });
  const checked = (changes: LenderCheck = {}) => tested.checked({ applicant, ...changes });

  function assertSilent({ text, values }: CheckedLender, ownIds: readonly string[] = []): void {
    assert.deepEqual(new LeakScanner([person]).inText(text), []);
    const said = [...values, ...Object.values(applicant)].filter(
      (value): value is string => typeof value === 'string' && value.length > 2,
    );
    const known = new Set([...closedWords, ...ownIds, 'own', 'employed']);
    const words = said.filter((value) => !known.has(value));
    assert.ok(words.length > 20);
    assert.deepEqual(
      words.filter((value) => isSaid(value, text)),
      [],
    );
  }

  it('holds no value of the walk, nor of the lists or a charge', async () => {
    tested.lender.troubles.rewrite('soft_pull', (body) => ({
      ...(body as Row),
      greeting: `Dear ${person.first_name} ${person.last_name}`,
      applicant: { email: person.email, address: '77 Zqhollow Lane' },
      [person.email]: person.ssn,
      [person.ssn]: person.phone,
      a9001009999: 'no name',
    }));
    const walked = await checked();
    assert.match(walked.lines('answered')[0] ?? '', /greeting, applicant\{email, address\}, …$/);
    assertSilent(walked);
    const [{ loanId } = { loanId: '' }] = tested.lender.books.loans;
    await tested.lender.controls.acceptTerms(loanId);
    const charged = await checked({ args: ['--loan', loanId, '--charge'] });
    assert.ok(charged.lines('answered').some((line) => line.includes('consumer_last_name')));
    assertSilent(charged, [loanId]);
  });

  it('holds no value of what goes wrong', async () => {
    const { troubles } = tested.lender;
    const secret = `${person.last_name} of ${person.ssn}`;
    troubles.next('soft_pull', { status: 400, body: { ssn: [secret], [person.email]: [secret] } });
    assertRefused(await checked());
    troubles.next('soft_pull', detail(403, secret), { status: 500, body: `<h1>${secret}</h1>` });
    assertRefused(await checked());
    assertRefused(await checked());
    troubles.rewrite('loan', () => ({ application_status: secret, [secret]: secret }));
    troubles.rewrite('select', () => ({
      consumer_invitation_link: `https://${person.last_name}.test/`,
    }));
    troubles.rewrite('pending', () => [{ status: secret, payment_request_uuid: person.phone }]);
    const wrong = await checked();
    assert.equal(wrong.isRight, false);
    assertSilent(wrong);
  });

  it('holds nothing that an adapter puts where a name belongs', async () => {
    const secret = `${person.last_name} ${person.ssn}`;
    const refusal = new LenderError(secret, secret, { failure: 'refused', fields: [secret] });
    const refused = await checked({
      createLender: (options) => ({
        ...createSponsorLendingApi(options),
        softPull: () => Promise.reject(refusal),
        rateSheet: () => {
          options.observer.noticed({ operation: secret, field: secret, kind: 'bad_row' });
          options.observer.answered?.({ operation: secret, body: {} });
          return Promise.reject(Object.assign(new Error(secret), { name: secret }));
        },
      }),
    });
    assertRefused(refused);
  });

  function assertRefused({ text, isRight }: CheckedLender): void {
    assert.equal(isRight, false);
    assert.deepEqual(new LeakScanner([person]).inText(text), []);
  }

  it('says of a wrong FILE which fields are wrong, and not what stands in them', async () => {
    const { email, ...others } = applicant;
    const wrong = { ...others, ssn: person.phone, annual_income: person.last_name };
    await assert.rejects(checked({ applicant: wrong }), (error) => {
      assert.ok(error instanceof CheckError);
      assert.equal(
        error.message,
        'FILE is no application: email is required; annual_income is not_an_amount; ssn is not_an_ssn',
      );
      return true;
    });
    assert.deepEqual(tested.lender.heard, []);
  });
});
