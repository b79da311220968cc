import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose } from '../docs-page.ts';
import { frameTag, whyFrame } from '../quick-start.ts';
import { readmeSample } from '../readme-sample.ts';

const onServer = ({ bffUrl, publishableKey }: DocsView) => `
'use client';

import '@soft-pull/checkout/soft-pull-checkout.js';
import type { Prefill, SoftPullCheckout } from '@soft-pull/checkout';
import type {} from '@soft-pull/checkout/react'; // React 18: /react-18
import { useEffect, useRef } from 'react';

interface PayProps {
  amount: string;
  orderId?: string;
  orderToken?: string;
  prefill?: Prefill | null;
  onAccepted: () => void;
}

export function Pay(props: PayProps) {
  const { amount, orderId, orderToken, prefill = null, onAccepted } = props;
  const checkout = useRef<SoftPullCheckout>(null);
  const asked = useRef(amount);

  useEffect(() => {
    const element = checkout.current;
    if (element) element.prefill = prefill;
    element?.addEventListener('soft-pull-accepted', onAccepted);
    return () => element?.removeEventListener('soft-pull-accepted', onAccepted);
  }, [prefill, onAccepted]);

  useEffect(() => {
    const element = checkout.current;
    const follow = () => {
      const step = element?.step;
      const isOffered = step === 'offers' || step === 'redirect';
      if (isOffered && asked.current !== amount) element?.restart();
      if (isOffered || step === 'details') asked.current = amount;
    };
    follow();
    element?.addEventListener('soft-pull-step-change', follow);
    return () => element?.removeEventListener('soft-pull-step-change', follow);
  }, [amount]);

  return (
    <soft-pull-checkout
      ref={checkout}
      id={orderId && \`financing-\${orderId}\`}
      server="${bffUrl}"
      merchant="${publishableKey}"
      amount={amount}
      order-token={orderToken}
    >
      ${frameTag({ bffUrl, publishableKey }, 6).replace('frameborder', 'frameBorder')}
    </soft-pull-checkout>
  );
}`;

export const react: DocsPage = {
  path: '/docs/react',
  title: 'React and Next.js',
  lead: 'A component for React 19, and one for React 18, Next.js and every other server that renders.',
  group: 'Frameworks',
  body: (view) => html`
    <h2 id="react-19">React 19</h2>
    ${code('TSX', 'React', readmeSample('tsx', view))}
    <p>${prose(whyFrame)}</p>
    <p>${prose('The import registers the element. The type-only import tells TypeScript the tag, its attributes and its events.')}</p>
    <h2 id="next">Next.js, and React 18</h2>
    <p>${prose('React 18 attaches no listeners to custom elements, and React 19 none to a tag that a server rendered until the function changes. A ref works in both. It works for `prefill`, too: as a prop, a rendered page would lose it.')}</p>
    ${code('TSX', 'React on a server', onServer(view))}
    <ul>
      <li>${prose("`'use client'` is for Next.js: a component with an effect is a client component. The server still renders it: the frame loads at once, and stays as it is when React takes the page over.")}</li>
      <li>${prose('The module can be imported on a server. It registers nothing there.')}</li>
      <li>${prose('Render the checkout outside of `<Suspense>` and of a `loading.tsx` of Next.js. React moves what it streams later, and the frame then loads a second time.')}</li>
      <li>
        ${prose('A rendered page shows the tag before its script has come: put the style of the ')}<a href="/docs#script-tag">quick start</a>${prose(' into your global CSS, so that nothing below it moves.')}
      </li>
      <li>${prose('Sign the order in a server component or a route handler, and pass the token on as a prop. The order secret stays on the server.')}</li>
      <li>${prose('If one tab may show several orders, pass `orderId`. The tag’s `id` then names the order, and the tab finds its checkout again by it. Give the component the same value as its `key`, so that each order has an element of its own.')}</li>
      <li>${prose('If the cart changes once there are offers, the second effect starts a new checkout. A change at the step `working` or `review` waits for the offers. The effect depends on the amount: a page that is loaded again, or a new token of the same order, keeps the checkout. Change `amount` and `orderToken` in one render.')}</li>
    </ul>
    <h2 id="moving">Keep the element where it is</h2>
    <p>${prose('React moves a keyed element if the order of its siblings changes, and browsers then reload the frame, which empties the form. Give the checkout a place whose siblings do not change their order.')}</p>`,
};
