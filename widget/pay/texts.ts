import type { Locale } from '../contract/values.ts';

/** What the page of a link says by itself. */
export interface PayTexts {
  /** The language by its own name. */
  language: string;
  title: string;
  noScript: string;
  /** The heading over the order. */
  from: (shop: string) => string;
  inUse: string;
  inUseWhy: string;
  /** Where whoever cannot go on there turns to. */
  askShop: (shop: string) => string;
  askLender: (lender: string) => string;
  ended: string;
  endedWhy: string;
  askShopAgain: (shop: string) => string;
  needsLink: string;
  needsLinkWhy: string;
  failed: string;
  failedWhy: string;
  tryAgain: string;
}

const en: PayTexts = {
  language: 'English',
  title: 'Pay over time',
  noScript: 'This page needs JavaScript. Turn it on, or open the link in another browser.',
  from: (shop) => `Your order from ${shop}`,
  inUse: 'This link is in use',
  inUseWhy:
    'Someone has already started with this link in another tab or browser, or on another device. If it was you, continue there.',
  askShop: (shop) => `If you cannot, ask ${shop} for a new link.`,
  askLender: (lender) => `If you have questions about an application, call ${lender}:`,
  ended: 'This link is no longer valid',
  endedWhy: 'It has expired, or there is a newer one.',
  askShopAgain: (shop) => `You can ask ${shop} for a new link.`,
  needsLink: 'Open the link that you were sent',
  needsLinkWhy:
    'This page needs the whole link. Open it again from the message, or scan the code again.',
  failed: 'This page did not load',
  failedWhy: 'Check your connection.',
  tryAgain: 'Try again',
};

const es: PayTexts = {
  language: 'Español',
  title: 'Pague a plazos',
  noScript: 'Esta página necesita JavaScript. Actívelo o abra el enlace en otro navegador.',
  from: (shop) => `Su pedido en ${shop}`,
  inUse: 'Este enlace está en uso',
  inUseWhy:
    'Alguien ya empezó a usarlo en otra pestaña, navegador o dispositivo. Si fue usted, continúe allí.',
  askShop: (shop) => `Si no puede, pida un enlace nuevo a ${shop}.`,
  askLender: (lender) => `Si tiene preguntas sobre una solicitud, llame a ${lender}:`,
  ended: 'Este enlace ya no es válido',
  endedWhy: 'Ha vencido, o hay uno más reciente.',
  askShopAgain: (shop) => `Puede pedir un enlace nuevo a ${shop}.`,
  needsLink: 'Abra el enlace que le enviaron',
  needsLinkWhy:
    'Esta página necesita el enlace completo. Ábralo de nuevo desde el mensaje o escanee el código otra vez.',
  failed: 'Esta página no se cargó',
  failedWhy: 'Compruebe su conexión.',
  tryAgain: 'Intentar de nuevo',
};

export const payTexts: Readonly<Record<Locale, PayTexts>> = { en, es };
