import { cancelAccount, increaseCreditLine } from './accounts.ts';
import { invitePortal, listLoans, retrieveLoan, selectOffer, softPull } from './applications.ts';
import type { Desk } from './desk.ts';
import {
  approveOnBehalf,
  checkSettlement,
  createCharge,
  createRefund,
  rateSheet,
} from './funding.ts';
import { listActivity, listPending, listTransactions } from './lists.ts';
import type { Answer, ViewRequest } from './rest-framework.ts';

type View = (desk: Desk, request: ViewRequest) => Answer;

const consumers = '/api/v1/sponsor/consumers';
const merchants = '/api/v1/sponsor/merchants';
const loans = `${merchants}/loan-applications/{request_user_id}`;

/** Sponsor Lending API, endpoints: those of a consumer's application and its charges. */
const table = {
  soft_pull: ['POST', `${consumers}/soft-pull/`, softPull],
  select: ['PATCH', `${consumers}/offers/{offer_uuid}/select/`, selectOffer],
  loans: ['GET', `${loans}/`, listLoans],
  loan: ['GET', `${loans}/loan/{loan_id}/`, retrieveLoan],
  invite_portal: ['POST', `${loans}/loan/{loan_id}/invite-portal/`, invitePortal],
  charge: ['POST', `${merchants}/payment-request/`, createCharge],
  approve: ['POST', `${merchants}/payment-request/{uuid}/approve/`, approveOnBehalf],
  refund: ['POST', `${merchants}/refund-payment-request/`, createRefund],
  cancel: ['POST', `${consumers}/accounts/cancel/`, cancelAccount],
  increase: ['POST', `${consumers}/accounts/credit-line-increase/`, increaseCreditLine],
  pending: ['GET', `${merchants}/payment-request/{request_user_id}/`, listPending],
  transactions: ['GET', `${merchants}/transactions/{request_user_id}/`, listTransactions],
  activity: ['GET', `${merchants}/{request_user_id}/all-transactions/`, listActivity],
  settled: ['POST', `${merchants}/{request_user_id}/settled/`, checkSettlement],
  rate_sheet: ['GET', `${merchants}/rate-sheets/{request_user_id}/`, rateSheet],
} as const satisfies Record<string, readonly [string, string, View]>;

export type Operation = keyof typeof table;

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly pattern: RegExp;
  readonly view: View;
}

const routes: readonly Route[] = Object.entries(table).map(([operation, [method, path, view]]) => ({
  operation: operation as Operation,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  view,
}));

export interface FoundRoute {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** The routes of an address, one for each method. */
export function routesAt(pathname: string): FoundRoute[] {
  return routes.flatMap((route) => {
    const groups = route.pattern.exec(pathname)?.groups;
    if (groups === undefined && !route.pattern.test(pathname)) return [];
    const parts = Object.entries(groups ?? {}).map(([name, text]) => [
      name,
      decodeURIComponent(text),
    ]);
    return [{ route, path: Object.fromEntries(parts) }];
  });
}
