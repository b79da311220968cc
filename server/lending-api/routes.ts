import { listAvailableTransactionsRoute } from './available-transactions.ts';
import { cancelAccountRoute, increaseCreditLineRoute } from './consumer-accounts.ts';
import { createInvitationRoute, listInvitationsRoute } from './invitations.ts';
import {
  invitePortalRoute,
  listLoanApplicationsRoute,
  retrieveLoanApplicationRoute,
} from './loan-applications.ts';
import { onboardMerchantRoute } from './merchant-onboarding.ts';
import {
  batchCreateUsersRoute,
  createMerchantUserRoute,
  retrieveMerchantUserRoute,
  updateMerchantUserRoute,
} from './merchant-users.ts';
import { listMerchantsRoute, retrieveMerchantRoute } from './merchants.ts';
import {
  createOfferCodeRoute,
  deactivateOfferCodeRoute,
  listOfferCodesRoute,
  retrieveOfferCodeRoute,
} from './offer-codes.ts';
import { selectOfferRoute } from './offers.ts';
import {
  initiateMicroDepositsRoute,
  registerPaymentDetailRoute,
  verifyMicroDepositsRoute,
} from './payment-detail.ts';
import {
  approveChargeRoute,
  createChargeRequestRoute,
  listChargeRequestsRoute,
} from './payment-requests.ts';
import { listRateSheetRoute, selectProductsRoute } from './rate-sheets.ts';
import { createRefundRoute, listRefundableTransactionsRoute } from './refunds.ts';
import { checkSettlementRoute } from './settlement.ts';
import { softPullRoute } from './soft-pull.ts';
import { listStatementsRoute, retrieveStatementRoute } from './statements.ts';
import { listAllTransactionsRoute, listTransactionsRoute } from './transactions.ts';

/** Every route of the Sponsor Lending API. */
export const routes = [
  onboardMerchantRoute,
  createMerchantUserRoute,
  updateMerchantUserRoute,
  batchCreateUsersRoute,
  retrieveMerchantUserRoute,
  listMerchantsRoute,
  retrieveMerchantRoute,
  registerPaymentDetailRoute,
  verifyMicroDepositsRoute,
  initiateMicroDepositsRoute,
  listRateSheetRoute,
  selectProductsRoute,
  listOfferCodesRoute,
  createOfferCodeRoute,
  retrieveOfferCodeRoute,
  deactivateOfferCodeRoute,
  createInvitationRoute,
  listInvitationsRoute,
  softPullRoute,
  selectOfferRoute,
  listLoanApplicationsRoute,
  retrieveLoanApplicationRoute,
  invitePortalRoute,
  cancelAccountRoute,
  increaseCreditLineRoute,
  createChargeRequestRoute,
  listChargeRequestsRoute,
  approveChargeRoute,
  listRefundableTransactionsRoute,
  createRefundRoute,
  listStatementsRoute,
  retrieveStatementRoute,
  listTransactionsRoute,
  listAllTransactionsRoute,
  listAvailableTransactionsRoute,
  checkSettlementRoute,
];
