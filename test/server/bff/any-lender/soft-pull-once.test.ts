import { startBareOnce } from '../flows/once-testbed.ts';
import { describePullingOnce } from '../flows/soft-pull-once-suite.ts';

describePullingOnce('a lender that is not ours', startBareOnce);
