import type { Context } from 'hono';
import type { LendingContext } from '../../context.ts';
import { requestStatusAt } from '../../domain/funding/charge-status.ts';
import { chargePayments } from '../../operations/funding/charge-payments.ts';
import { type HostedLink, linkProblem } from '../../operations/identity/hosted-link.ts';
import { preferencesLink } from '../../operations/preferences/preferences-of.ts';
import { listRequestsOfLoan } from '../../store/charge-requests.ts';
import { leftToSpend } from '../left-to-spend.ts';
import { linkProblemPage } from '../link-problem-page.ts';
import { type LoanProofForm, loanProofPage } from '../loan-proof.ts';
import { isIdentified } from '../page-session.ts';
import { pageReader } from '../reader.ts';
import { wayBackTo } from '../request.ts';
import { portalHomePage } from './portal-home.ts';

const SHOWN_CHARGES = 50;

export interface ShownAccount extends LoanProofForm {
  /** `/portal/{token}` */
  path: string;
  hosted: HostedLink;
}

/** The account to whoever has signed in, else the question. */
export function showAccount(context: LendingContext, c: Context, shown: ShownAccount) {
  const { path, hosted, errors, loanNumber } = shown;
  const { application, merchant, link } = hosted;
  const reader = pageReader(context.config, application.locale);
  const problem = linkProblem(context, hosted);
  if (problem !== null) return linkProblemPage(context, c, hosted, problem);
  const isOpen = application.portal_account_status === 'Active' && isIdentified(context, c, link);
  if (isOpen) return showHome(context, c, hosted);
  const { signInTitle, signInLede, signIn } = reader.strings.account;
  const page = loanProofPage(reader, {
    action: `${path}/sign-in`,
    title: signInTitle,
    lede: signInLede(merchant.business_name),
    button: signIn,
    errors,
    loanNumber,
  });
  return c.html(page);
}

async function showHome(context: LendingContext, c: Context, hosted: HostedLink) {
  const { application, merchant } = hosted;
  const { database, config, clock } = context;
  const now = clock.now(merchant.sponsor_id);
  const { purchase_window_ends_at } = application;
  const charges = await listRequestsOfLoan(database.query, application, SHOWN_CHARGES);
  const payments = await chargePayments(database.query, application);
  const left = await leftToSpend(context, application);
  const preferencesUrl = await database.transaction((tx) =>
    preferencesLink(context, tx, application),
  );
  const page = portalHomePage(pageReader(config, application.locale), {
    back: wayBackTo(context, c, hosted),
    loanNumber: application.consumer_application_human_readable_id,
    creditLimitCents: application.credit_limit_cents ?? 0,
    spentCents: application.amount_spent_cents,
    left,
    mayBeCharged: left.cents > 0 && merchant.status === 'Active',
    charges: charges.map((charge) => ({
      request: {
        ...charge,
        status: requestStatusAt({ ...charge, purchase_window_ends_at }, now),
      },
      payment: payments.get(charge.id),
    })),
    preferencesUrl,
  });
  return c.html(page);
}
