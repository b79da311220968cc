import { account } from './es/account.ts';
import { apply } from './es/apply.ts';
import { charge } from './es/charge.ts';
import { link } from './es/link.ts';
import { onboarding } from './es/onboarding.ts';
import { statement } from './es/statement.ts';
import { preferences } from './es/preferences.ts';
import { spouse } from './es/spouse.ts';
import type { PageStrings } from './page-strings.ts';

/** The hosted pages in Spanish. */
export const es: PageStrings = {
  account,
  apply,
  charge,
  link,
  onboarding,
  statement,
  preferences,
  spouse,
  common: {
    sandbox:
      'Entorno de pruebas: prestamista y dinero ficticios. Nunca escriba datos personales reales.',
    skip: 'Ir al contenido',
    errorTitle: 'Hay un problema',
    errorPrefix: 'Error:',
    returnTo: (merchant) => `Volver a ${merchant}`,
    returnPlain: 'Volver al comercio',
    contact: (lender, phone) => `¿Preguntas? Llame a ${lender} al ${phone}.`,
    nmls: (id) => `NMLS ID ${id}`,
    loanNumber: 'Número de préstamo',
  },
  failure: {
    undoneTitle: 'No fue posible en este momento',
    undone: 'No se cambió nada. Espere un momento e inténtelo de nuevo.',
    unknownTitle: 'Algo salió mal',
    unknown:
      'Es posible que se haya completado de todos modos. Abra su enlace otra vez para ver qué ocurrió antes de volver a intentarlo.',
  },
  state: {
    offerExpiredTitle: 'Esta oferta venció',
    offerExpired: 'No se firmó nada y no debe nada. Puede buscar nuevas ofertas en el comercio.',
    declinedTitle: 'No podemos ofrecerle este préstamo',
    declined:
      'Le enviaremos un aviso con la explicación a la dirección de correo electrónico que dio. También puede tenerlo en papel.',
    cancelledTitle: 'Este préstamo fue cancelado',
    cancelled:
      'No debe nada por él y ya no se le puede hacer ningún cargo. Puede empezar de nuevo en el comercio.',
    reviewTitle: 'Todavía estamos revisando',
    review:
      'Una persona está revisando su solicitud. Le enviaremos un correo electrónico en cuanto haya una decisión.',
    suspendedTitle: 'Este préstamo está en pausa',
    suspended: 'Por el momento no se pueden hacer cargos. Llámenos para saber más.',
  },
  identity: {
    title: 'Confirme que es usted',
    lede: (merchant) =>
      `Antes de mostrarle su préstamo para ${merchant}, escriba los últimos cuatro dígitos del número de Seguro Social de su solicitud.`,
    label: 'Últimos cuatro dígitos de su número de Seguro Social',
    hint: 'Cuatro dígitos. Nunca los enviamos en un mensaje ni los mostramos al comercio.',
    button: 'Continuar',
    missing: 'Escriba los últimos cuatro dígitos de su número de Seguro Social',
    wrong: (left) =>
      left === 1
        ? 'No coincide con los datos de su solicitud. Le queda 1 intento'
        : `No coincide con los datos de su solicitud. Le quedan ${left} intentos`,
  },
  stepUp: {
    title: 'Escriba el código que le enviamos',
    lede: (phone) =>
      `Para protegerle enviamos un mensaje de texto con un código de seis dígitos al número de teléfono que termina en ${phone}.`,
    ledeEmail: (email) =>
      `Para protegerle enviamos un correo electrónico con un código de seis dígitos a ${email}.`,
    label: 'Código de seis dígitos',
    hint: 'Puede tardar un minuto en llegar y vale durante 10 minutos.',
    sandboxHint: 'En el entorno de pruebas, 123456 es correcto y 000000 falla.',
    button: 'Confirmar',
    sendAgain: 'Enviar un código nuevo',
    sentAgain: 'Enviamos un código nuevo. Solo vale el último.',
    over: 'El código que enviamos ya no vale. Pida uno nuevo.',
    tooMany:
      'Ya enviamos todos los códigos que podemos enviar en un día. Inténtelo mañana o llámenos.',
    missing: 'Escriba los seis dígitos del código',
    wrong: (left) =>
      left === 1
        ? 'Ese no es el código. Le queda 1 intento'
        : `Ese no es el código. Le quedan ${left} intentos`,
  },
  terms: {
    title: 'Revise y acepte su préstamo',
    lede: (merchant) =>
      `Un préstamo nuestro para su compra en ${merchant}. Léalo con calma: no firma nada hasta que acepte al final de esta página.`,
    changed: 'Las cifras se actualizaron desde que abrió esta página. Revíselas y acepte de nuevo.',
    upTo: 'Puede pedir prestado hasta',
    monthly: 'Pago mensual (e)',
    payments: (count) => `${count} pagos`,
    rate: 'APR (tasa anual)',
    onThisPage: 'En esta página',
    save: 'Imprimir o guardar estos documentos',
    mlaTitle: 'Para miembros de las Fuerzas Armadas y sus dependientes',
    mlaObligation: (count, payment, last) =>
      `Su obligación de pago: ${count - 1} pagos mensuales de ${payment} y un último pago de ${last} (e).`,
    promoTitle: 'Su promoción',
    agreementTitle: 'Contrato de préstamo',
    holderTitle: 'Aviso sobre sus derechos frente al vendedor',
    scoreTitle: 'Su puntaje de crédito y el precio del crédito',
    stateTitle: 'Aviso para su estado',
    inquiryTitle: 'Su informe de crédito',
    signTitle: 'Acepte o rechace',
    signatureTitle: 'Firma',
    signedBy: (name, at) => `Firmado electrónicamente por ${name} el ${at}.`,
    nameLabel: 'Escriba su nombre completo para firmar',
    nameHint: 'Como firmaría en papel.',
    agreeLabel: 'Acepto',
    accept: 'Aceptar el préstamo',
    decline: 'Rechazar',
    missingName: 'Escriba su nombre completo para firmar',
    missingAgree: 'Marque “Acepto” para aceptar el préstamo',
    missingHardPull: 'Marque la casilla sobre la consulta formal para aceptar el préstamo',
  },
  tila: {
    title: 'Divulgaciones de la Ley de Veracidad en los Préstamos',
    revisedTitle: 'Divulgación revisada de Veracidad en los Préstamos',
    creditor: 'Acreedor',
    borrower: 'Deudor',
    apr: 'Tasa de porcentaje anual (APR)',
    financeCharge: 'Cargo por financiamiento',
    amountFinanced: 'Monto financiado',
    totalOfPayments: 'Total de pagos',
    scheduleTitle: 'Su calendario de pagos',
    scheduleCount: 'Número de pagos',
    scheduleAmount: 'Monto de los pagos',
    scheduleDue: 'Cuándo vencen',
    scheduleMonthly: (date) => `Cada mes, a partir del ${date} (e)`,
    scheduleLast: (date) => `${date} (e)`,
    itemizationTitle: 'Desglose del monto financiado',
    itemGiven: (merchant) => `Monto que se pagará a ${merchant} en su nombre`,
    itemFee: 'Cargo financiero pagado por adelantado (comisión de apertura)',
    itemPrincipal: 'Monto del préstamo',
    itemFinanced: 'Monto financiado',
  },
  decline: {
    title: '¿Rechazar este préstamo?',
    text: 'No se firmará nada y no deberá nada. Para pedir un préstamo más adelante tendría que hacer otra solicitud.',
    confirm: 'Sí, rechazar',
    back: 'Volver al préstamo',
    doneTitle: 'Usted rechazó este préstamo',
    done: 'No se firmó nada y no debe nada. Informamos al comercio que no usará este préstamo.',
  },
  accepted: {
    title: 'Su préstamo está listo',
    lede: (email) => `Gracias. Una copia de todo lo que firmó va en camino a ${email}.`,
    usedTitle: 'Usted aceptó este préstamo',
    copySent: (email) =>
      `Le enviamos una copia de todo lo que firmó por correo electrónico a ${email}.`,
    portalTitle: 'Siguiente paso: configure su Portal de Pagos',
    portal: 'El comercio solo puede pedir un cargo cuando su cuenta del portal esté activa.',
    portalButton: 'Configurar mi Portal de Pagos',
    portalActive: 'Su cuenta del Portal de Pagos está activa.',
    portalLocked:
      'Su cuenta del Portal de Pagos está bloqueada, porque los datos no coincidieron demasiadas veces. Mientras tanto no se puede pedir ningún cargo. Entre para desbloquearla.',
    keepNumber:
      'Guarde este número: lo necesita para aprobar cargos y para entrar en su Portal de Pagos.',
    keepNumberToSignIn: 'Guarde este número: lo necesita para entrar en su Portal de Pagos.',
    whatNextTitle: 'Qué sigue',
    whatNext:
      'Cuando el comercio pida un cargo, le enviaremos un mensaje de texto y un correo electrónico con un enlace. No se cobra nada hasta que usted lo apruebe allí.',
    whatNextByEmail:
      'Cuando el comercio pida un cargo, le enviaremos un correo electrónico con un enlace. No se cobra nada hasta que usted lo apruebe allí.',
    documents: 'Imprimir o guardar lo que firmó',
  },
  portal: {
    title: 'Configure su Portal de Pagos',
    autopayTitle: 'Pagos automáticos',
    autopay: 'Envíenme por correo electrónico cómo activar el pago automático',
    button: 'Activar mi cuenta',
    overTitle: 'El plazo para usar este préstamo terminó',
    over: (day) =>
      `Se pudo usar hasta el ${day}. Ya no se le puede hacer ningún cargo, así que no hay ninguna cuenta que configurar. Sus documentos están en el correo electrónico que le enviamos.`,
    unavailableTitle: 'Todavía no se pudo configurar su cuenta',
    unavailable:
      'Algo de nuestra parte no está listo. Su préstamo no tiene ningún problema. Inténtelo más tarde o llámenos.',
  },
};
