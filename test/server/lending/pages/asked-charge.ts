import type { MessageKind } from '../../../../server/lending/domain/messages/message-kinds.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { fundingFlow } from '../funding-flow.ts';

export const LAST4 = '0001';

/** A loan with a pending charge of 1,000.00 and the link that its consumer was sent. */
export async function askedCharge(
  lending: TestLending,
  change: Record<string, unknown> = {},
  ofLoan: Partial<ApplicationRow> = {},
) {
  const flow = fundingFlow(lending);
  const loan = await anAcceptedLoan(lending, ofLoan);
  const id = await flow.charge(loan, change);
  const browser = new PlainBrowser(lending);
  const [link = ''] = await linksOf(lending, loan, 'charge_request');
  /** Says who it is, on the first link unless another is given. */
  const identify = (fields: Record<string, string> = {}, at = link) =>
    browser.post(`${at}/identity`, {
      ssn_last4: LAST4,
      loan_number: loan.consumer_application_human_readable_id,
      ...fields,
    });
  /** The same, and the answer once the charge is shown. */
  const answer = async (answer: string, fields: Record<string, string> = {}, at = link) => {
    const page = await identify(fields, at);
    const isShown = page.action === new URL(at).pathname;
    return isShown ? browser.post(at, { ...page.hidden, answer }) : page;
  };
  return { flow, loan, id, browser, link, identify, answer };
}

/** Of the loan's e-mails of a kind. */
export async function linksOf(
  lending: TestLending,
  loan: Pick<ApplicationRow, 'id'>,
  kind: MessageKind,
): Promise<string[]> {
  const rows = await emailsOf(lending, loan, kind);
  return rows.flatMap(({ links }) => JSON.parse(links) as string[]);
}

export function emailsOf(
  lending: TestLending,
  { id }: Pick<ApplicationRow, 'id'>,
  kind: MessageKind,
) {
  return storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('application_id', '=', id)
    .where('kind', '=', kind)
    .where('channel', '=', 'email')
    .orderBy('created_at')
    .execute();
}
