import { registersOnceShown } from '../helpers/registers-once-shown.ts';

describe('a page that the browser draws before anybody sees it', () => {
  it('has the element once it is shown: until then browsers load no frame of another origin', async () => {
    await registersOnceShown(() => import('../../../widget/soft-pull-checkout.ts'));
  });
});
