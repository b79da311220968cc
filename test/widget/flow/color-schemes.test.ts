import { emulateMedia } from '@web/test-runner-commands';
import { defineFlow, flowTag } from '../../../widget/flow/define-flow.ts';
import { flowSheets } from '../../../widget/flow/inline-flow.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { everyStep } from '../helpers/contract-values.ts';
import { bffOrigin, FakeBff } from '../helpers/fake-bff.ts';
import { until } from '../helpers/until.ts';

defineFlow();

const settings = {
  server: bffOrigin,
  merchant: 'pk_test',
  amount: '8400.00',
  order_token: null,
  locale: 'en',
  return_url: 'https://shop.example/cart',
  heading_level: 2,
} as const;

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`every screen in ${colorScheme} colors`, () => {
    let bff: FakeBff;

    before(() => {
      document.adoptedStyleSheets = [...flowSheets];
      return emulateMedia({ colorScheme });
    });
    after(() => {
      document.adoptedStyleSheets = [];
      return emulateMedia({ colorScheme: 'light' });
    });
    beforeEach(() => {
      bff = new FakeBff();
    });
    afterEach(() => {
      document.querySelector(flowTag)?.remove();
      bff.uninstall();
    });

    for (const step of everyStep) {
      it(`is accessible: ${step.screen} [wcag:light-and-dark]`, async () => {
        bff.step = step;
        const flow = document.createElement(flowTag);
        document.body.append(flow);
        flow.receive({ type: 'configure', settings });
        flow.receive({ type: 'begin', handles: [] });
        await until(() => {
          const { screen } = flow;
          const isThere = (screen?.shadowRoot ?? screen)?.querySelector('.title') != null;
          return isThere && flow.isBeyondForm === (step.screen !== 'details');
        });
        await expectAccessible(flow);
      });
    }
  });
}
