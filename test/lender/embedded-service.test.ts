import createSponsorLendingApi from '../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { startEmbeddedLender } from './embedded-lender.ts';
import { describeLender } from './run-scenarios.ts';

describeLender('the embedded service', () => startEmbeddedLender(createSponsorLendingApi), {
  lacks: [],
});
