import { createElement, type ReactElement, StrictMode, useCallback, useState } from 'react';
import type { SoftPullCheckout, SoftPullStepChangeEvent } from '../../../widget/index.ts';

function Page({ server }: { server: string }): ReactElement {
  const [amount, setAmount] = useState('8400.00');
  const [isShown, setIsShown] = useState(true);
  const [step, setStep] = useState('none');
  const [isReady, setIsReady] = useState(false);
  const listen = useCallback((element: SoftPullCheckout | null) => {
    const hear = (event: SoftPullStepChangeEvent) => setStep(event.step);
    element?.addEventListener('soft-pull-step-change', hear);
    return () => element?.removeEventListener('soft-pull-step-change', hear);
  }, []);
  const checkout = createElement('soft-pull-checkout', {
    ref: listen,
    server,
    merchant: 'pk_sandbox_hillside',
    amount,
    'heading-level': 3,
    // React attaches it to what it makes itself, not to what a server has rendered.
    'onsoft-pull-ready': () => setIsReady(true),
  });
  return createElement(
    'main',
    null,
    button('Pay less', () => setAmount('5000.00')),
    button('Turn over', () => setIsShown(!isShown)),
    createElement('output', null, step),
    createElement('output', null, isReady ? 'ready' : 'hydrated'),
    isShown && checkout,
  );
}

function button(text: string, onClick: () => void): ReactElement {
  return createElement('button', { type: 'button', onClick }, text);
}

export function reactPage(server: string): ReactElement {
  return createElement(StrictMode, null, createElement(Page, { server }));
}
