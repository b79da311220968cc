import { describeChargingOnce } from '../flows/charge-once-suite.ts';
import { startBareOnce } from '../flows/once-testbed.ts';

describeChargingOnce('a lender that is not ours', startBareOnce);
