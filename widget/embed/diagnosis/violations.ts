/** What the page's Content-Security-Policy has refused. */
interface Violation {
  effectiveDirective: string;
  blocked: string;
  /** Of a refused trusted-types policy: its name. */
  sample: string;
  disposition: string;
}

/** Of a browser that may have Trusted Types. */
type MaybeTyped = Window & {
  trustedTypes?: { createPolicy(name: string, rules: object): unknown };
};

/** What the checkout needs the page to allow; other refusals have nothing to do with it. */
const needed: ReadonlySet<string> = new Set([
  'script-src',
  'frame-src',
  'connect-src',
  'trusted-types',
]);

/**
 * Which directives of the page's policy lack the BFF's origin: by what was refused before, where the
 * browser remembers it, and by what is refused while this listens.
 */
export class Violations {
  readonly #server: string;
  readonly #directives = new Set<string>();

  constructor(server: string) {
    this.#server = server;
    document.addEventListener('securitypolicyviolation', this.#handleViolation);
    for (const violation of earlierViolations()) this.#note(violation);
  }

  get directives(): ReadonlySet<string> {
    return this.#directives;
  }

  /**
   * Tries what Lit does first, of which a browser may have forgotten that it was refused. It is tried in
   * an empty document, which has the page's policy: in the page it would take Lit's name from Lit.
   */
  tryLit(): void {
    if (this.#directives.has('trusted-types')) return;
    const frame = document.createElement('iframe');
    frame.hidden = true;
    document.body.append(frame);
    const empty = frame.contentDocument?.defaultView as MaybeTyped | null | undefined;
    try {
      empty?.trustedTypes?.createPolicy('lit-html', {});
    } catch {
      this.#directives.add('trusted-types');
    }
    frame.remove();
  }

  /** A refusal is reported only after the refused call has failed. */
  reported(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 50));
  }

  stop(): void {
    document.removeEventListener('securitypolicyviolation', this.#handleViolation);
  }

  #handleViolation = (event: SecurityPolicyViolationEvent): void => {
    const { effectiveDirective, blockedURI: blocked, sample, disposition } = event;
    this.#note({ effectiveDirective, blocked, sample, disposition });
  };

  #note({ effectiveDirective, blocked, sample, disposition }: Violation): void {
    const directive = effectiveDirective.replace(/-(elem|attr)$/, '');
    const isOurs =
      directive === 'trusted-types' ? sample === 'lit-html' : blocked.startsWith(this.#server);
    if (isOurs && disposition === 'enforce' && needed.has(directive)) {
      this.#directives.add(directive);
    }
  }
}

/** Chromium keeps reports for observers that come later; Firefox does not. */
function earlierViolations(): Violation[] {
  if (!('ReportingObserver' in globalThis)) return [];
  const observer = new ReportingObserver(() => {}, { types: ['csp-violation'], buffered: true });
  observer.observe();
  const reports = observer.takeRecords();
  observer.disconnect();
  return reports.flatMap(({ body }) => {
    if (body === null) return [];
    const { effectiveDirective, blockedURL, sample, disposition } = body as ReportBody &
      Record<string, unknown>;
    return [
      {
        effectiveDirective: String(effectiveDirective),
        blocked: String(blockedURL),
        sample: String(sample),
        disposition: String(disposition),
      },
    ];
  });
}
