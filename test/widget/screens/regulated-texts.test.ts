import { expect } from '@open-wc/testing';
import { disclosureIds } from '../../../widget/contract/disclosure.ts';
import { OffersScreen } from '../../../widget/screens/offers-screen.ts';
import { anOffer, aStep } from '../helpers/contract-values.ts';
import { mountDetails, typed } from '../helpers/mount-details.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

customElements.define('a-screen-of-offers', OffersScreen);

describe('the regulated texts', () => {
  it('are each on a screen of somebody whom they are for', async () => {
    const parts = [
      mountDetails({ part: 1 }),
      ...['OH', 'WI', 'CA', 'NY'].map((state) =>
        mountDetails({ part: 2, draft: { ...typed, state } }),
      ),
      mountDetails({ part: 3, draft: typed }),
    ];
    const offers = [anOffer({ mla_covered: true, hard_inquiry_on_accept: true })];
    const beside = mountScreen(new OffersScreen(), aStep('offers', { offers }));
    const screens = await Promise.all([...parts, beside]);
    const shown = screens.map(({ text }) => text()).join(' ');
    const missing = disclosureIds.filter((id) => !shown.includes(`${id} in en`));
    expect(missing).to.deep.equal([]);
  });
});
