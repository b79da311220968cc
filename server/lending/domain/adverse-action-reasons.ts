import type { Locale } from '../../lending-api/contact.ts';
import type { ScoreFactor } from './bureau-report.ts';
import type { DeclineCode } from './decide.ts';

/** A principal reason: a score's key factors stand for a score that is too low. */
export type ReasonCode = Exclude<DeclineCode, 'SCORE_LOW'> | 'TERMS_REQUESTED' | ScoreFactor;

/**
 * Principal reasons in the words of Regulation B's sample form C-1 (server/lending/DECISIONS.md,
 * Decisions and notices).
 */
export const reasonTexts: Readonly<Record<Locale, Readonly<Record<ReasonCode, string>>>> = {
  en: {
    NO_FILE: 'No credit file',
    DTI_HIGH: 'Excessive obligations in relation to income',
    INCOME_LOW: 'Income insufficient for amount of credit requested',
    ID_UNVERIFIED: 'Unable to verify identity',
    FROZEN: 'Unable to obtain credit report (security freeze)',
    STACKING_OWN: 'Existing open application or loan with us',
    STACKING_BUREAU: 'Excessive obligations in relation to income',
    BANKRUPTCY: 'Bankruptcy',
    STATE_UNSUPPORTED: 'We do not offer credit on the terms requested in your area',
    NO_PRODUCTS: 'No loan is available through this merchant on the terms requested',
    AMOUNT_LOW: 'Amount requested is below the minimum for which credit is offered',
    PRODUCTS_EXCLUDED:
      'No loan offered through this merchant is available at your credit score for the amount requested',
    TERMS_REQUESTED:
      'We do not grant credit to any applicant on the terms and conditions you have requested',
    delinquent_obligations: 'Delinquent past or present credit obligations with others',
    recent_inquiries: 'Number of recent inquiries on credit bureau report',
    high_utilization: 'Proportion of balances to credit limits is too high',
    short_history: 'Limited credit experience',
    collections: 'Collection action or judgment',
  },
  es: {
    NO_FILE: 'No hay historial de crédito',
    DTI_HIGH: 'Obligaciones excesivas en relación con los ingresos',
    INCOME_LOW: 'Ingresos insuficientes para el monto de crédito solicitado',
    ID_UNVERIFIED: 'No se pudo verificar la identidad',
    FROZEN: 'No se pudo obtener el informe de crédito (congelamiento de seguridad)',
    STACKING_OWN: 'Ya tiene con nosotros una solicitud en curso o un préstamo abierto',
    STACKING_BUREAU: 'Obligaciones excesivas en relación con los ingresos',
    BANKRUPTCY: 'Bancarrota',
    STATE_UNSUPPORTED: 'No ofrecemos crédito en los términos solicitados en su zona',
    NO_PRODUCTS: 'No hay préstamos disponibles con este comercio en los términos solicitados',
    AMOUNT_LOW: 'El monto solicitado es inferior al mínimo para el que se ofrece crédito',
    PRODUCTS_EXCLUDED:
      'Ningún préstamo ofrecido por medio de este comercio está disponible con su puntaje de crédito para el monto solicitado',
    TERMS_REQUESTED:
      'No otorgamos crédito a ningún solicitante en los términos y condiciones que usted ha solicitado',
    delinquent_obligations: 'Obligaciones de crédito con otros, pasadas o presentes, en mora',
    recent_inquiries: 'Número de consultas recientes en el informe de crédito',
    high_utilization: 'La proporción de los saldos respecto de los límites de crédito es muy alta',
    short_history: 'Experiencia de crédito limitada',
    collections: 'Acción de cobro o sentencia judicial',
  },
};
