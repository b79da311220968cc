import {
  createElement,
  type ReactElement,
  StrictMode,
  useCallback,
  useState,
  version,
} from 'react';
import type { SoftPullCheckout, SoftPullStepChangeEvent } from '../../../widget/index.ts';
import { frameOf, type PageOptions } from './page-options.ts';

/** The bundle says which React it is. 18 would complain of a handler that no server has sent. */
const is18 = version.startsWith('18.');

function Page({ server, hasFrame }: PageOptions): ReactElement {
  const [amount, setAmount] = useState('8400.00');
  const [turns, setTurns] = useState(0);
  const [step, setStep] = useState('none');
  const [isReady, setIsReady] = useState(false);
  const hear = useCallback((event: SoftPullStepChangeEvent) => setStep(event.step), []);
  const listen = useCallback(
    (element: SoftPullCheckout | null) => {
      if (element) element.prefill = { last_name: 'Sample' };
      element?.addEventListener('soft-pull-step-change', hear);
    },
    [hear],
  );
  // One function: another in its place React 19 would attach, whoever has made the tag.
  const beReady = useCallback(() => setIsReady(true), []);
  const checkout = createElement(
    'soft-pull-checkout',
    {
      ref: listen,
      server,
      merchant: 'pk_sandbox_hillside',
      amount,
      'heading-level': 3,
      ...((turns > 0 || !is18) && { 'onsoft-pull-ready': beReady }),
    },
    hasFrame && createElement('iframe', frameOf(server)),
  );
  return createElement(
    'main',
    null,
    button('Pay less', () => setAmount('5000.00')),
    button('Turn over', () => setTurns(turns + 1)),
    createElement('output', null, step),
    createElement('output', null, isReady ? 'ready' : 'hydrated'),
    turns % 2 === 0 && checkout,
  );
}

function button(text: string, onClick: () => void): ReactElement {
  return createElement('button', { type: 'button', onClick }, text);
}

export function reactPage(options: PageOptions): ReactElement {
  return createElement(StrictMode, null, createElement(Page, options));
}
