import type { Language } from '../contract/language.ts';
import { disguised } from '../strings/ar-xb.ts';

/** What the form says where its script does not run. */
interface DocumentTexts {
  blocked: string;
  /** Whom to ask. */
  call: (lender: string, phone: string) => string;
}

const en: DocumentTexts = {
  blocked:
    'Part of this page did not load, so you cannot go on here. Reload the page, or try another browser.',
  call: (lender, phone) => `Or call ${lender} at ${phone}.`,
};

const es: DocumentTexts = {
  blocked:
    'No se cargó una parte de esta página, por lo que no puede continuar aquí. Vuelva a cargar la página o pruebe otro navegador.',
  call: (lender, phone) => `O llame a ${lender} al ${phone}.`,
};

export const documentTexts: Readonly<Record<Language, DocumentTexts>> = {
  en,
  es,
  'ar-XB': disguised(en),
};
