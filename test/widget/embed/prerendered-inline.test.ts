import { registersOnceShown } from '../helpers/registers-once-shown.ts';

describe('a page that the browser draws before anybody sees it, with the flow in the script', () => {
  it('has the element once it is shown: until then browsers keep nothing in the tab’s storage', async () => {
    await registersOnceShown(() => import('../../../widget/soft-pull-checkout-inline.ts'));
  });
});
