import type { Mistake } from '../plant.ts';

/** In what is taken for good. */
export const credentialMistakes: readonly (Mistake & { kind: string })[] = [
  {
    kind: 'order tokens',
    file: 'bff/tokens/order-token.ts',
    search: 'if (!isFor(audience, aud)) {',
    replace: 'if (aud === undefined) {',
  },
  {
    kind: 'handles of tabs',
    file: 'bff/tokens/resume-handle.ts',
    search: 'if (!equalDigests(mac, signature(key, parts)))',
    replace: 'if (mac.length !== signature(key, parts).length)',
  },
  {
    kind: 'logins of callbacks',
    file: 'bff/routes/callbacks.ts',
    search: 'if (!isUser || !isPassword) {',
    replace: 'if (!isUser && !isPassword) {',
  },
];
