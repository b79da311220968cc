import type { PageStrings } from '../page-strings.ts';

/** Approving or rejecting a charge, in Spanish. */
export const charge: PageStrings['charge'] = {
  title: (merchant) => `${merchant} pide un cargo`,
  amount: 'Monto',
  kind: 'Tipo de cargo',
  kinds: {
    109: 'Depósito / cargo inicial',
    111: 'Cargo del proyecto',
    113: 'Cargo final',
  },
  finalNote: 'Después de pagar un cargo final no se pueden hacer más cargos en este préstamo.',
  description: 'Por',
  before: 'Disponible ahora',
  after: 'Disponible después de este cargo',
  expires: 'Responda antes del',
  confirmTitle: 'Apruebe o rechace',
  identityLede:
    'Confirme que es usted. Después le mostramos el cargo, y usted lo aprueba o lo rechaza.',
  numberLabel: 'Número de préstamo',
  numberHint: 'Diez dígitos; está en el correo electrónico con los documentos de su préstamo.',
  approve: 'Aprobar',
  reject: 'Rechazar',
  missingNumber: 'Escriba los diez dígitos de su número de préstamo',
  wrong: (left) =>
    left === 1
      ? 'Estos datos no coinciden con el préstamo. Le queda 1 intento'
      : `Estos datos no coinciden con el préstamo. Le quedan ${left} intentos`,
  approvedTitle: 'Usted aprobó el cargo',
  payments: {
    being_paid: ({ amount, merchant }) =>
      `Se están pagando ${amount} a ${merchant}. Ese monto pasa a ser parte de lo que debe en su préstamo.`,
    paid: ({ amount, merchant }) =>
      `Se pagaron ${amount} a ${merchant} y se cargaron a su préstamo.`,
    partly_refunded: ({ amount, merchant, refunded }) =>
      `Se pagaron ${amount} a ${merchant}. De ese monto se reembolsaron ${refunded} a su préstamo.`,
    refunded: ({ amount, merchant }) =>
      `El cargo de ${amount} de ${merchant} se reembolsó por completo. Ya no queda nada de él en su préstamo.`,
    failed: ({ amount, merchant }) =>
      `El pago de ${amount} a ${merchant} no se pudo completar. No se cargó nada a su préstamo.`,
    returned: ({ amount, merchant }) =>
      `El pago de ${amount} a ${merchant} fue devuelto. Ya no queda nada de él en su préstamo.`,
  },
  paymentTitles: {
    partly_refunded: 'Se reembolsó una parte de este cargo',
    refunded: 'Este cargo fue reembolsado',
    failed: 'Este cargo no se pudo completar',
    returned: 'Este cargo fue devuelto',
  },
  rejectedTitle: 'Usted rechazó el cargo',
  rejected: (merchant) => `No se cobró nada. Informamos a ${merchant}.`,
  expiredTitle: 'Esta solicitud de cargo venció',
  expired: (merchant) => `No se cobró nada. ${merchant} puede enviar una nueva solicitud.`,
  expiredForGood: 'No se cobró nada.',
  canceledTitle: 'Esta solicitud de cargo fue cancelada',
  canceled: {
    account_cancelled: () => 'No se cobró nada: el préstamo fue cancelado.',
    final_charge: () =>
      'No se cobró nada: antes de su respuesta se pagó un cargo final, así que ya no se pueden hacer más cargos en este préstamo.',
    loan_suspended: () =>
      'No se cobró nada: el préstamo se puso en pausa antes de su respuesta. Llámenos para saber más.',
    window_over: (merchant) =>
      `No se cobró nada: el plazo para usar el préstamo terminó antes de su respuesta. Pregunte a ${merchant} de qué otra forma puede pagar.`,
    merchant_not_active: (merchant) =>
      `No se cobró nada: ${merchant} no podía hacer cargos cuando usted respondió. Podrá enviar una nueva solicitud cuando pueda hacerlos de nuevo.`,
    bank_account: (merchant) =>
      `No se cobró nada: ${merchant} no podía hacer cargos cuando usted respondió. Podrá enviar una nueva solicitud cuando pueda hacerlos de nuevo.`,
    loan_not_chargeable: (merchant) =>
      `No se cobró nada: cuando usted respondió, su Portal de Pagos estaba bloqueado o el plazo para usar el préstamo había terminado. Entre en su Portal de Pagos para saber cuál de las dos cosas ocurrió. Si estaba bloqueado, ${merchant} puede enviar una nueva solicitud cuando usted lo haya desbloqueado.`,
  },
  approvedElsewhere: 'Este cargo fue aprobado',
};
