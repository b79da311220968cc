import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import createMeadowLending from '../../../../server/bff/lender/example-adapter.ts';
import type { CreateLender } from '../../../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { listen } from '../../../../server/platform/http/listen.ts';
import { freePort } from '../../../helpers/free-ports.ts';
import { startTestLending } from '../../../helpers/lending.ts';
import { Sandbox } from '../../../helpers/sandbox.ts';
import { anApplication } from '../../../helpers/shop-page.ts';
import { startMeadowLending } from '../../../lender/meadow-lending.ts';
import { type CheckedLender, type LenderCheck, lenderChecker } from './lender-check.ts';

describe('npm run check-lender, over the embedded service', () => {
  const check = lenderChecker();
  let url: string;
  let meadowUrl: string;
  const closing: Array<() => Promise<unknown>> = [];

  before(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    const lending = await startTestLending({ publicUrl: url });
    const listening = await listen(lending.app, { port });
    const meadow = await startMeadowLending(url);
    meadowUrl = meadow.url;
    closing.push(meadow.close, listening.close, lending.close);
  });
  after(async () => {
    for (const close of closing) await close();
  });

  const checked = (changes: LenderCheck = {}) =>
    check(url, { applicant: anApplication({ ssn: '900-10-0001' }), ...changes });

  const checkMeadow = (createLender?: CreateLender) =>
    check(meadowUrl, {
      applicant: anApplication({ ssn: '900-10-0001' }),
      settings: { LINK_ALLOWED_ORIGINS: url },
      ...(createLender && { createLender }),
    });

  /** The id of the loan that a check has made. */
  const loanOf = ({ lines }: CheckedLender) =>
    /--loan (\S+) /.exec(lines('note').at(-1) ?? '')?.[1] ?? assert.fail('no loan is named');

  it('finds nothing wrong, and shows every field of an offer', async () => {
    const { isRight, text, lines } = await checked();
    assert.ok(isRight, text);
    assert.deepEqual(lines('WRONG'), []);
    assert.ok(!lines('not shown').some((line) => line.startsWith('of an offer')));
  });

  it('finds nothing wrong from the application to the charge', async () => {
    const walked = await checked({ args: ['FILE', '--charge', '--amount', '2500'] });
    assert.ok(walked.isRight, walked.text);
    const loanId = loanOf(walked);
    await new Sandbox(url).application(loanId, 'accept-terms');
    const charged = await checked({ args: ['--loan', loanId, '--charge', '--amount', '2500'] });
    assert.ok(charged.isRight, charged.text);
    assert.ok(charged.lines('understood').includes('the charge in the lists, state pending'));
    assert.deepEqual([charged.lines('missing'), charged.lines('not shown')], [[], []]);
  });

  it('names once what is missing for two reasons', async () => {
    const walked = await checked({ args: ['FILE', '--charge', '--amount', '2500'] });
    const loanId = loanOf(walked);
    await new Sandbox(url).application(loanId, 'accept-terms');
    const { lines } = await checked({ args: ['--loan', loanId], createLender: createRenaming });
    const missing = lines('missing').filter((line) => line.includes('selected_offer'));
    assert.equal(missing.length, 2);
    const [adapter = ''] = lines('adapter');
    assert.match(adapter, /^<its name>: 'selected_offer', {2}if it is one of .*\btheir_choice\b/);
  });

  it('names the fields that a lender with other names wants', async () => {
    const { isRight, lines } = await checkMeadow();
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), [
      'softPull: refused with 400 for loan_amount, given_name, family_name',
    ]);
  });

  it('finds nothing wrong there by an adapter that translates them', async () => {
    const { isRight, text, lines } = await checkMeadow(createMeadowLending);
    assert.ok(isRight, text);
    assert.ok(
      lines('shown').includes(
        'redirect, offer, selected_amount, consumer_invitation_link, link_expires_at',
      ),
    );
  });
});

/** The lender says under another name what was chosen. */
function createRenaming({ http, ...options }: Parameters<CreateLender>[0]) {
  return createSponsorLendingApi({
    ...options,
    http: {
      ...http,
      call: async (request) => {
        const outcome = await http.call(request);
        if (!('body' in outcome)) return outcome;
        const { selected_offer, ...rest } = outcome.body as Record<string, unknown>;
        const isSaid = selected_offer !== undefined;
        return isSaid ? { ...outcome, body: { ...rest, their_choice: selected_offer } } : outcome;
      },
    },
  });
}
