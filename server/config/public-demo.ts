import { hkdfSync } from 'node:crypto';
import type { DemoMerchant } from './sandbox-settings.ts';

/** What the hosted demo has in place of the sandbox's published values. */
export interface PublicDemoSecrets {
  readonly merchant: DemoMerchant;
  /** Marks which orders were begun in a visitor's browser. */
  readonly visitorKey: string;
  /** The ids of links come from it: nobody may count them up. */
  readonly sandboxSeed: string;
}

/** Derived from the encryption key, so that demo, BFF and lending service agree in processes apart. */
export function publicDemoSecrets(encryptionKey: Uint8Array): PublicDemoSecrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', encryptionKey, '', `hosted demo|${purpose}`, 32)).toString(
      'base64url',
    );
  return {
    merchant: {
      publishableKey: 'pk_sandbox_hillside',
      secretKey: `sk_demo_${derive('secret key')}`,
      orderSecret: `os_demo_${derive('order secret')}`,
    },
    visitorKey: derive('visitors'),
    sandboxSeed: derive('sandbox seed'),
  };
}
