import type { OutcomeStrings } from '../strings.ts';

export const outcome: OutcomeStrings = {
  checkAgain: 'Comprobar de nuevo',
  answers: {
    refresh: 'Todavía no hay novedades.',
    invite_to_portal:
      'Pedimos al prestamista que le envíe la invitación por correo electrónico. Puede tardar unos minutos en llegar. Después de una hora podemos pedirla otra vez.',
  },
  working: {
    title: 'Consultando al prestamista',
    text: 'Estamos esperando la respuesta del prestamista. Puede dejar abierta esta página: la respuesta aparecerá aquí.',
    usually: 'Suele tardar menos de 30 segundos.',
    slow: 'Está tardando más de lo normal. Puede salir de esta página y volver a ella en esta pestaña. No se pierde nada y su crédito no se consulta dos veces.',
  },
  review: {
    title: 'El prestamista está revisando su solicitud',
    text: 'El prestamista tiene su solicitud y la está revisando. Todavía no se ha decidido nada.',
    next: 'Esta página mostrará el resultado cuando termine la revisión. El prestamista también puede enviarle un correo electrónico. Si la página del prestamista le pide un código, escríbalo allí.',
  },
  offers: {
    title: (count) => (count === 1 ? 'Tiene una oferta' : `Tiene ${count} ofertas`),
    intro: (amount, count, isOffered) =>
      `${isOffered ? 'Por' : 'Usted pidió'} ${amount}.${count === 1 ? '' : ' Abra una para ver sus términos y elegirla.'}`,
    sortBy: 'Ordenar por',
    sortKeys: { total: 'Menor total', apr: 'Menor APR', payment: 'Menor pago' },
    sortedBy: (key) => `Ordenadas por: ${key}`,
    more: {
      title: 'El prestamista tiene más ofertas',
      text: 'No se pueden mostrar aquí. Pregunte por ellas al prestamista.',
    },
    unnamed: (months) => `Financiamiento a ${months} meses`,
    until: (time) => `Disponible hasta el ${time}`,
    apr: 'APR',
    aprLong: 'Tasa de porcentaje anual',
    perMonth: 'al mes',
    payments: (count) => `${count} pagos`,
    term: (months) => `a ${months} meses`,
    lastPayment: 'Último pago',
    amount: 'Monto del préstamo',
    totalCost: (months) => `Total a ${months} meses`,
    amountFinanced: 'Monto financiado',
    financeCharge: 'Cargo por financiamiento',
    total: 'Total de pagos',
    rate: 'Tasa de interés',
    originationFee: 'Comisión de apertura',
    firstPayment: 'Primer pago (estimado)',
    promoPayoff: (months) => `Para no deber intereses, pague en un plazo de ${months} meses`,
    counterOffer: 'Monto menor',
    counterOfferText: (approved, requested) =>
      `Esta oferta es por ${approved}. Usted pidió ${requested}.`,
    current: 'Elegida antes',
    choose: 'Elegir esta oferta',
    chooseLong: (product, apr) =>
      `Elegir esta oferta: ${product}, tasa de porcentaje anual de ${apr}`,
    noHardInquiry: 'Elegir una oferta no afecta su puntaje de crédito.',
    lender: (name, nmlsId) => `Ofrecida por ${name}${nmlsId ? `, NMLS ID ${nmlsId}` : ''}`,
    afterwards:
      'Usted lee y acepta los términos en la página del prestamista. Hasta que acepte, puede volver aquí.',
  },
  noOffers: {
    title: 'No podemos ofrecerle financiamiento en este momento',
    text: 'El prestamista le explica el motivo en un aviso. Llega por correo electrónico o, si no lo recibe, por correo postal.',
    notice: { queued: 'El aviso está en camino.', sent: 'El aviso ya fue enviado.' },
    none: 'El prestamista puede decirle más.',
    paper: 'Puede pedir al prestamista una copia en papel del aviso.',
    lender: 'Prestamista',
    phone: 'Teléfono',
    address: 'Dirección',
  },
  redirect: {
    title: 'Acepte los términos en la página del prestamista',
    text: 'Su oferta está reservada. Lea los términos en la página del prestamista y acéptelos o rechácelos. Después volverá aquí.',
    go: 'Continuar con el prestamista',
    backToOffers: 'Volver a las ofertas',
    identity:
      'Es posible que el prestamista pida primero los últimos cuatro dígitos de su número de Seguro Social.',
    until: (time) =>
      `El enlace al prestamista funciona hasta el ${time}. Después, el botón le da uno nuevo.`,
    chosen: 'Su elección',
  },
  accepted: {
    title: 'Su préstamo está listo',
    text: 'Usted aceptó los términos.',
    loanNumber: 'Número de préstamo',
    available: 'Disponible para gastar',
    window: 'Úselo hasta el',
    portal: 'Portal de Pagos',
    portalStatus: {
      NotInvited: 'Aún sin configurar',
      Invited: 'Invitación enviada',
      Active: 'Activo',
      Locked: 'Bloqueado',
    },
    charge: (amount) => `Pagar ${amount} con este préstamo`,
    pays: {
      whole: (amount) => `Así paga su pedido completo de ${amount}.`,
      part: (amount, order) =>
        `Este pago cubre ${amount} de su pedido de ${order}. Pregunte a la tienda cómo pagar el resto.`,
      amount: (amount) => `Así paga ${amount} a la tienda.`,
    },
    answerThere:
      'Después, el prestamista le envía un mensaje. Puede aprobar o rechazar el pago allí.',
    blocked: {
      order_required: {
        title: 'La tienda debe confirmar su pedido',
        text: 'Hasta entonces no se cobra nada. Vuelva al carrito de la tienda o compruebe de nuevo aquí.',
      },
      portal_required: {
        title: 'Configure su Portal de Pagos',
        text: 'Use el enlace de la invitación que el prestamista le envía por correo electrónico. Después vuelva para pagar.',
      },
      portal_locked: {
        title: 'Su Portal de Pagos está bloqueado',
        text: 'Entre con el enlace que el prestamista le envió por correo electrónico. Después vuelva para pagar.',
      },
      bank_required: {
        title: 'La tienda todavía no puede recibir pagos',
        text: 'La tienda aún debe confirmar su cuenta bancaria con el prestamista. Su préstamo sigue igual.',
      },
      suspended: {
        title: 'Por ahora no se puede cargar nada a este préstamo',
        text: 'El prestamista puede decirle por qué. El teléfono del prestamista está en los documentos de su préstamo.',
      },
    },
    invite: 'Enviarme la invitación',
    inviteAgain: 'Enviar la invitación otra vez',
  },
  chargePending: {
    title: 'Apruebe el pago',
    message: {
      both: (lender) =>
        `Busque un mensaje de texto o un correo electrónico de ${lender}. Trae un enlace: ábralo, revise el monto y apruébelo o rechácelo allí.`,
      sms: (lender) =>
        `Busque un mensaje de texto de ${lender}. Trae un enlace: ábralo, revise el monto y apruébelo o rechácelo allí.`,
      email: (lender) =>
        `Busque un correo electrónico de ${lender}. Trae un enlace: ábralo, revise el monto y apruébelo o rechácelo allí.`,
      none: (lender) => `No se pudo enviar ningún mensaje. Llame a ${lender}.`,
    },
    theLender: 'su prestamista',
    noSms: {
      skipped_opted_out: 'Usted eligió no recibir mensajes de texto.',
      failed: 'No se pudo entregar el mensaje de texto.',
    },
    identity:
      'Va a necesitar su número de préstamo y los últimos cuatro dígitos de su número de Seguro Social.',
    numberInDocuments: 'El número de préstamo está en los documentos de su préstamo.',
    amount: 'Pago',
    until: 'Responda a más tardar el',
  },
  chargeOutcome: {
    approved: {
      title: 'El pago se aprobó',
      text: 'La tienda ya lo sabe y puede seguir con su pedido.',
    },
    rejected: {
      title: 'Usted rechazó el pago',
      text: 'No se pagó nada.',
    },
    expired: {
      title: 'El pago no se aprobó a tiempo',
      text: 'No se pagó nada.',
    },
    canceled: {
      title: 'El pago se canceló',
      text: 'No se pagó nada.',
    },
    failed: {
      title: 'El pago no se completó',
      text: 'No se pagó nada.',
    },
    held: {
      title: 'El prestamista tiene retenido el pago',
      text: 'No tiene que hacer nada.',
    },
    refunded: {
      title: 'Su pago se reembolsó',
      text: 'La tienda devolvió el dinero al prestamista.',
    },
    reversed: {
      title: 'El pago se revirtió',
      text: 'El pago a la tienda se anuló.',
    },
    unresolved: {
      title: 'El prestamista no ha confirmado el pago',
      text: 'Es posible que se haya hecho. No pague otra vez, por favor.',
    },
    mayRepeat: 'Puede intentarlo otra vez.',
    askShop: 'La tienda o el prestamista pueden decirle más.',
    again: (amount) => `Intentar pagar ${amount} otra vez`,
    refundedAmount: 'Reembolsado',
    next: 'Qué pasa ahora',
    afterRefund:
      'El reembolso va a su préstamo, no a su cuenta bancaria ni a su tarjeta. Reduce lo que usted debe. El prestamista puede tardar unos días en mostrarlo. No tiene que hacer nada.',
  },
  askLender: {
    title: 'Pregunte al prestamista por su solicitud',
    unreadable: 'El prestamista tiene su solicitud, pero la respuesta no se puede mostrar aquí.',
    silent:
      'Es posible que el prestamista tenga su solicitud, pero no hemos recibido una respuesta que podamos mostrar aquí.',
    next: 'No necesita presentar otra solicitud.',
  },
  cancelled: {
    terms_declined: {
      title: 'Usted no tomó este préstamo',
      text: 'La solicitud se retiró y no se cobró nada.',
    },
    account_cancelled: {
      title: 'Este préstamo se canceló',
      text: 'Ya no se puede cargar nada a este préstamo. El teléfono del prestamista está en los documentos de su préstamo.',
    },
    merchant_cancelled: {
      title: 'La tienda canceló este financiamiento',
      text: 'No tiene que hacer nada. La tienda puede decirle más.',
    },
  },
  expired: {
    offers: {
      title: 'Estas ofertas vencieron',
      text: 'Puede empezar de nuevo para ver otras. Es otra consulta suave, que no afecta su puntaje de crédito.',
    },
    review: {
      title: 'La revisión se cerró sin una decisión',
      text: 'El prestamista no pudo completarla a tiempo. Puede empezar de nuevo.',
    },
    application: {
      title: 'Esta solicitud venció',
      text: 'No se terminó a tiempo. No se decidió nada. Puede empezar de nuevo.',
    },
  },
};
