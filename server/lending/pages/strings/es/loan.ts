import type { PageStrings } from '../en.ts';

/** The terms, the Payment Portal, charges and preferences of a consumer. */
export const loan: Pick<
  PageStrings,
  'terms' | 'spouse' | 'decline' | 'accepted' | 'portal' | 'account' | 'charge' | 'preferences'
> = {
  terms: {
    title: 'Revise y acepte su préstamo',
    lede: (merchant) =>
      `Este es nuestro préstamo para su compra en ${merchant}. Léalo con calma. No firma nada hasta que acepte al final de esta página.`,
    limit: (minutes, hours) =>
      `Si no abre ninguna página aquí durante ${minutes} minutos, le preguntamos de nuevo quién es. Después de ${hours} horas se lo preguntamos siempre. ¿Necesita más tiempo? Abra de nuevo esta página o sus documentos: los ${minutes} minutos vuelven a empezar.`,
    changed: 'Las cifras se actualizaron desde que abrió esta página. Revíselas y acepte de nuevo.',
    upTo: 'Puede pedir prestado hasta',
    monthly: 'Pago mensual (e)',
    payments: (count) => `${count} pagos`,
    rate: 'Tasa de porcentaje anual (APR)',
    onThisPage: 'En esta página',
    save: 'Imprimir o guardar estos documentos',
    documentsTitle: 'Los documentos de su préstamo',
    signTitle: 'Acepte o rechace',
    nameLabel: 'Escriba su nombre completo para firmar',
    nameHint: 'Como firmaría en papel.',
    agreeLabel: 'Acepto',
    accept: 'Aceptar el préstamo',
    decline: 'Rechazar',
    missingName: 'Escriba su nombre completo para firmar',
    missingAgree: 'Marque “Acepto” para aceptar el préstamo',
    missingHardPull: 'Marque la casilla sobre la consulta de crédito dura para aceptar el préstamo',
  },
  spouse: {
    title: 'Para residentes de Wisconsin',
    why: 'La ley de Wisconsin nos obliga a dar aviso de un préstamo como este al cónyuge. Su préstamo ya está aprobado, así que su respuesta no cambia nuestra decisión.',
    question: '¿Está casado o casada?',
    yes: 'Sí',
    no: 'No, o tengo separación legal',
    name: 'Nombre completo de su cónyuge',
    nameHint:
      'Solo si está casado o casada. Enviamos por correo postal a su cónyuge un aviso de este préstamo.',
    address: 'Dirección postal de su cónyuge',
    addressHint: 'Solo si no es la suya: calle, ciudad, estado y código postal.',
    missing: 'Responda si está casado o casada',
    missingName: 'Escriba el nombre completo de su cónyuge',
  },
  decline: {
    title: '¿Rechazar este préstamo?',
    text: 'No se firmará nada y no deberá nada. Para pedir un préstamo más adelante, tendrá que hacer otra solicitud.',
    confirm: 'Sí, rechazar',
    back: 'Volver al préstamo',
    doneTitle: 'Usted rechazó este préstamo',
    done: 'No se firmó nada y no debe nada. Informamos al comercio que no usará este préstamo.',
  },
  accepted: {
    title: 'Su préstamo está listo',
    lede: (email) =>
      `Gracias. Recibe por correo electrónico, en ${email}, una copia de todo lo que firmó.`,
    usedTitle: 'Usted aceptó este préstamo',
    copySent: (email) =>
      `Le enviamos por correo electrónico, a ${email}, una copia de todo lo que firmó.`,
    didNotArrive: (email, phone) =>
      `Nuestro correo electrónico a ${email} no llegó, así que le enviamos por correo postal una copia de todo lo que firmó. Si la dirección no es correcta, llámenos al ${phone}.`,
    portalTitle: 'Siguiente paso: configure su Portal de Pagos',
    portal:
      'El comercio solo puede pedirle que apruebe un cargo cuando su cuenta del portal esté activa.',
    portalButton: 'Configurar mi Portal de Pagos',
    portalActive: 'Su cuenta del Portal de Pagos está activa.',
    portalLocked:
      'Su cuenta del Portal de Pagos está bloqueada, porque alguien escribió datos incorrectos demasiadas veces. Hasta que usted entre y la desbloquee, no se puede pedir ningún cargo.',
    keepNumber:
      'Guarde este número: lo necesita para aprobar cargos y para entrar en su Portal de Pagos.',
    keepNumberToSignIn: 'Guarde este número: lo necesita para entrar en su Portal de Pagos.',
    whatNextTitle: 'Qué sigue',
    whatNext:
      'Cuando el comercio pida un cargo, le enviaremos un mensaje de texto y un correo electrónico con un enlace.',
    whatNextByEmail:
      'Cuando el comercio pida un cargo, le enviaremos un correo electrónico con un enlace.',
    whatNextBySms:
      'Cuando el comercio pida un cargo, le enviaremos un mensaje de texto con un enlace.',
    untilApproved: 'No se cobra nada hasta que usted lo apruebe allí.',
    answerThere: 'Allí puede aprobarlo o rechazarlo.',
    documents: 'Imprimir o guardar lo que firmó',
  },
  portal: {
    title: 'Configure su Portal de Pagos',
    autopayTitle: 'Pagos automáticos',
    autopay: 'Envíenme por correo electrónico cómo activar el pago automático',
    button: 'Activar mi cuenta',
    overTitle: 'El plazo para usar este préstamo terminó',
    over: (day) =>
      `Pudo usarlo hasta el ${day}. Ya no se puede cargar nada a este préstamo, así que no hay ninguna cuenta que configurar. Ya le enviamos sus documentos.`,
    unavailableTitle: 'Todavía no se pudo configurar su cuenta',
    unavailable:
      'Todavía no estamos listos. Su préstamo no tiene ningún problema. Inténtelo más tarde o llámenos.',
  },
  account: {
    signInTitle: 'Entre en su Portal de Pagos',
    signInLede: (merchant) => `Para el préstamo de su compra en ${merchant}.`,
    signIn: 'Entrar',
    title: 'Su Portal de Pagos',
    mayBeCharged: (merchant) =>
      `${merchant} puede pedirle que apruebe cargos. Usted aprueba o rechaza cada uno.`,
    onBehalf: 'Si le dio permiso, el comercio también puede aprobar un cargo por usted.',
    cannotBeCharged: (merchant) => `Por ahora ${merchant} no puede pedirle que apruebe otro cargo.`,
    limit: 'Monto del préstamo',
    spent: 'Cargado hasta ahora',
    setAside: 'Reservado para cargos que esperan su respuesta',
    available: 'Disponible para gastar',
    windowEnd: 'Úselo hasta el',
    windowEnded: 'Pudo usarlo hasta el',
    chargesTitle: 'Cargos',
    noCharges: 'Todavía no hay cargos.',
    requested: 'Solicitado el',
    amount: 'Monto',
    status: 'Estado',
    statuses: {
      Pending: 'Espera su respuesta: use el enlace que le enviamos',
      Rejected: 'Rechazado',
      Expired: 'Vencido',
      Canceled: 'Cancelado',
    },
    payments: {
      being_paid: () => 'Aprobado: se está pagando',
      paid: () => 'Pagado',
      partly_refunded: (refunded) => `Pagado, con ${refunded} reembolsados`,
      refunded: () => 'Reembolsado',
      failed: () => 'No se completó: no se cobró nada',
      returned: () => 'Devuelto: ya no está en su préstamo',
    },
    paymentTitle: 'Hacer un pago',
    payment: (phone) => `Llame al ${phone} para hacer un pago. No tiene costo.`,
    preferences: 'Mensajes de texto, copias en papel y su consentimiento',
  },
  charge: {
    confirmTitle: 'Apruebe o rechace',
    identityLede:
      'Confirme que es usted. Después le mostramos el cargo, y usted lo aprueba o lo rechaza.',
    numberLabel: 'Número de préstamo',
    numberHint: 'Diez dígitos. Está en los documentos de su préstamo que le enviamos.',
    changed:
      'Las cifras se actualizaron desde que abrió esta página. Revíselas y responda de nuevo.',
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
        `${merchant} reembolsó por completo el cargo de ${amount}. Ya no está en su préstamo.`,
      failed: ({ amount, merchant }) =>
        `El pago de ${amount} a ${merchant} no se completó. No se cargó nada a su préstamo.`,
      returned: ({ amount, merchant }) =>
        `El pago de ${amount} a ${merchant} fue devuelto. Ya no está en su préstamo.`,
    },
    paymentTitles: {
      partly_refunded: 'Se reembolsó una parte de este cargo',
      refunded: 'Este cargo fue reembolsado',
      failed: 'Este cargo no se completó',
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
        'No se cobró nada: antes de su respuesta se pagó un cargo final. Después de un cargo final no se pueden hacer más cargos en este préstamo.',
      loan_suspended: () =>
        'No se cobró nada: el préstamo se puso en pausa antes de su respuesta. Llámenos para saber más.',
      window_over: (merchant) =>
        `No se cobró nada: el plazo para usar el préstamo terminó antes de su respuesta. Pregunte a ${merchant} de qué otra forma puede pagar.`,
      merchant_not_active: (merchant) =>
        `No se cobró nada: ${merchant} no podía hacer cargos cuando usted respondió. Puede enviar una nueva solicitud más adelante.`,
      bank_account: (merchant) =>
        `No se cobró nada: ${merchant} no podía hacer cargos cuando usted respondió. Puede enviar una nueva solicitud más adelante.`,
      loan_not_chargeable: (merchant) =>
        `No se cobró nada: cuando usted respondió, su Portal de Pagos estaba bloqueado o el plazo para usar el préstamo había terminado. Entre en su Portal de Pagos para saber cuál de las dos cosas ocurrió. Si estaba bloqueado, desbloquéelo, y ${merchant} podrá enviar una nueva solicitud.`,
    },
    approvedElsewhere: 'Este cargo fue aprobado',
  },
  preferences: {
    title: 'Sus mensajes y documentos',
    lede: (merchant) => `Sobre su solicitud en ${merchant}.`,
    smsTitle: 'Mensajes de texto',
    smsOn: 'Podemos enviarle mensajes de texto sobre esta solicitud y este préstamo.',
    smsOnTo: (phone) =>
      `Podemos enviarle mensajes de texto sobre esta solicitud y este préstamo. Usamos el número que termina en ${phone}.`,
    smsOff:
      'No le enviamos mensajes de texto. Si necesitamos su respuesta, le enviamos un correo electrónico. Si desea recibir mensajes de texto, llámenos.',
    smsStop: 'No recibir más mensajes de texto',
    paperTitle: 'Copias en papel',
    paper:
      'Puede recibir sus avisos y documentos en papel, sin costo. Los enviamos por correo postal a la dirección de su solicitud.',
    paperAsk: 'Envíenme copias en papel',
    paperDone:
      'Sus copias en papel se envían por correo postal a la dirección de su solicitud. Puede volver a pedir copias después de 30 días.',
    paperNoAddress:
      'Ya no guardamos la dirección de su solicitud. Llámenos y díganos adónde enviar sus copias en papel. No tienen costo.',
    esignTitle: 'Documentos electrónicos',
    esign:
      'Es posible que haya aceptado recibir avisos y documentos en forma electrónica. Puede retirar este consentimiento en cualquier momento. No tiene costo.',
    esignEffect:
      'Después le enviaremos todos los documentos en papel. Si ya aceptó un préstamo, el préstamo no cambia. Si todavía no completó su solicitud, la solicitud se cierra, porque solo se puede completar en línea. No debe nada por ella.',
    esignAsk: 'Retirar mi consentimiento',
    esignDone: 'Retiró su consentimiento. Desde ahora le enviaremos todos los documentos en papel.',
    esignEnded:
      'Su solicitud se cerró, porque solo se podía completar en línea. No debe nada por ella.',
    contactTitle: '¿Cambió su dirección o su número?',
    contact: (lender, phone) => `Llame a ${lender} al ${phone}.`,
  },
};
