import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Of a service's own pages. Nothing but its own style sheet and pictures; no script, no frame.
 * `same-origin` and not `no-referrer`, which would make the Origin of a form `null`.
 */
export const pageHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'same-origin',
  // Every answer has it where the service is reached by https.
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
});
