/** SHA-256 of every published text: evidence names them, so a line is added here and never changed. */
export const publishedTexts: Readonly<Record<string, string>> = {
  'soft_pull_authorization 2026-01 en':
    '9c3287d8bd9cb9bff9a07e92da97620828067f9a7a4a3caf759436639cea5a48',
  'esign_consent 2026-01 en': '9a52699e9eb8840bf22261b3ec93d7a47d4bb38b3d773a9bd4eebcf0f7cf1ccb',
  'esign_consent 2026-11 en': 'd8315cf27ac800cfda35e39ef48a3081bb5a4870d4a80c18bdd2a92b2f0a769c',
  'privacy_notice 2026-01 en': 'dbc8829ab4b3d064d964fef5cd8d4e7836ffeaf51d6ac30543d76bbf71dfd30f',
  'sms_consent 2026-01 en': '83ad7b2c560d0b0e1d6f03d2f3a329e73373cc0cd8d86d202c3cfb65e4ca7240',
  'cip_notice 2026-01 en': 'bf7f41a8374bdf4fcb3e8f9717fc7a72560e3d4a3119547bde1c728e65ccdbc5',
  'alimony_notice 2026-01 en': '42ac71a744818e919abec12c2ad3b59a08f1194f3429e3f8af3ca51034865034',
  'ssn_purpose 2026-01 en': '9720101d49bc1cb6b5ae109ccf5ef95f5c9cb2538ea7caa9731ddc1cefefc3ab',
  'soft_inquiry_line 2026-01 en':
    '1dd72bbbad127434572796b06ea0ff0a989602997a8d6bf19b487dc1ff099857',
  'credit_approval_line 2026-01 en':
    'e160604c0cb36f3e3dd100871aff525c8df0e98b9c3c4fcdb9296429e3df5a0a',
  'offer_not_final_line 2026-01 en':
    '67eecc93dd97a2e2d68690c9effd2ad8bed910d08e39a5cb825a042dd596c00a',
  'hard_inquiry_line 2026-01 en':
    'a073f621333ca49d32db26bdc82c983c4cae9e1cec431e78efbe0f09bd4dd32e',
  'mla_statement 2026-01 en': 'eb5e544086b072399508159571000059b4cffd5e4c9260fcc3422dcac8b0b648',
  'state_notice_oh 2026-01 en': '4574c1aeef4ba7bf5806f5d939256aacd20266543d4380a21d707476f775d664',
  'state_notice_wi 2026-01 en': 'bd14b2d8091c67a9fd5b2c00e1e13cdefdc75baf20ba69a3348297f39a7258ae',
  'state_notice_ca 2026-01 en': '4c9b4cb2165da4c7c79f5acaf47283064ee74992290f7858d8f267392484e2d9',
  'state_notice_ny 2026-01 en': 'c71efcb97befea55a916428075c7c9fc758b418f7ff4f88c4b801c67b6518aad',
  'wi_spouse_notice 2026-01 en': '7bf156b8084c04cd64a3579627aadbe967aaa216c572a5141e08abddfd91f521',
  'tila_apr 2026-01 en': 'c25e1b064f4d27a697f739e2133e3a8b7f2325dbf994d10bf622786304787fa0',
  'tila_finance_charge 2026-01 en':
    'c098e71e1b76047a60e8162401b6cbc9b3537c6c9ecd08d27deef4763786d8af',
  'tila_amount_financed 2026-01 en':
    '90abd518612a575f04946257dcc022030fe8faf4ff9f05c9d20f7529930475b6',
  'tila_total_of_payments 2026-01 en':
    'f7aee8649e4ded756d716156f0c42c2aeacbed4c576b9885d305a4ee205c6178',
  'tila_payment_schedule 2026-01 en':
    'b675fc298b0c2fcb71e878635abc40d78173517b817de4370046bbfb6a88f997',
  'tila_late_charge 2026-01 en': 'e677719789b9c2ab0b897170eb5d8bf46a65e0ab176a05f9a56b954c243302af',
  'tila_prepayment 2026-01 en': '02c30695cc0dbef8fc03c494ed1d91fb77fa0405440817a6189a8a0a8d71b213',
  'tila_contract_reference 2026-01 en':
    '7705c06ef3100ab241b6989e450fad755812b004362945027beb86e50c2dcd95',
  'tila_estimate 2026-01 en': 'f6a3fba9e0b5ae27afac6815bb90969b90bbb970f7eb4131aad5f455081bea66',
  'tila_itemization 2026-01 en': 'c2018153095ea63f84a12ef7e9f3f53c8aa363a606544a193c8458567087784b',
  'deferred_interest_in_time 2026-01 en':
    'd942958dedff479a0a2a54dc593c8e481b6045f6031ea0b308f1a8a08f333663',
  'deferred_interest_not_in_time 2026-01 en':
    '57ee42c8559ef52b585a1f2b375fc3d6381ffb28861005d1c3ce4a418d7014de',
  'loan_agreement 2026-01 en': '9b191453867b7b5d09047a9c321677720dac904d74316b88264258316b33a1c8',
  'holder_notice 2026-01 en': 'f49e43f58437e777e092ea4c2ca350c3da9958ce867d5901d53e6138e40ebc10',
  'loan_terms_signature 2026-01 en':
    '4838b01341d07bbfdaf4d1fe5e01aadb6c5b344e7bf339ca569d5e10d790c09d',
  'hard_pull_consent 2026-01 en':
    '5b3bc1e78c7895302abdee9a0f4c4777c68f214b9ccd702eac0070d39e5cfb67',
  'no_hard_inquiry_line 2026-01 en':
    '19d3fddfe19f2edd0bde7deca8973a3d432f67d34e4d59c127e1a2ee192b57fb',
  'autopay_line 2026-01 en': '532158afa8c5ab728094188ddb7fbf23ced0c448329109402eb35885b99370d9',
  'portal_terms 2026-01 en': 'a84ece930d0a7098e6c3c43f629938c606f57a5ce235e47818f3be98bfb3d8f3',
  'portal_terms 2026-11 en': 'f0001dd75399ea58bc3592278542c2cb20bc59ab8b06c43280643388d76f1104',
  'charge_approval 2026-01 en': 'a3b0c395d6b47fbb7ea5c2348974697a025a68971c927ddb98ee97db636bc8ce',
  'merchant_terms 2026-01 en': 'fd67f1cb455a82a0b5a664a277e06ea4ea3e45ce0ba6773e10b21d8129c2e6eb',
  'credit_score_disclosure_h4 2026-01 en':
    '37c7fce1ce4cb9f3e4fec9dd1127fe4d321c726204ee580d70e0bc49bd650d25',
  'credit_score_disclosure_h5 2026-01 en':
    '05e792ef057ee6d8d0b3f31cef3bf3887ed98c325b24d5d5b484b691b1cc659f',
  'adverse_action_notice 2026-01 en':
    '995f2753b5c875ca6260608a06ad72a04ed64309eec37f1ad59d29c47de533e9',
  'counter_offer_notice 2026-01 en':
    '63b3273b655379cd4a9d4caae0a3fff74ba6cacc26031bb7e5b964005b5895ca',
  'report_used_with_score 2026-01 en':
    '15092543ce95e2eaf9d30c0ba86759cf9753c5fad3057f78516eed9449f4e146',
  'report_used_without_score 2026-01 en':
    '8369eb78d28bf2b0a0f117e73131b6ace2be0964cf4cf986ec4b46fd70aec789',
  'report_used_score_not_used 2026-01 en':
    'd06aa3483309b9291b3427dc06ba32794c8ee5428838f3bd1cd3555e585089c5',
  'report_not_used 2026-01 en': '68b79a51e27cafbac6146170a4d2b872fb28fa43e57c0989c5d43edce4b9a6eb',
  'ecoa_notice 2026-01 en': '609fc45be1d6a7f45e0f4f31c614f0b3da722a1e8ff56838e23f3dce7e3b6661',
  'soft_pull_authorization 2026-01 es':
    'f26f66b4045bbec9396f23bf54133fecaebf9afb4f036335bd519a5b8fc0c914',
  'esign_consent 2026-01 es': '40766bfef93fa7745cad51efdf619a47e14578dfd3edba11b8756be48923491d',
  'esign_consent 2026-11 es': 'dec9f4e2b092edf11f5b9e2b9d7ce18eb6d6b0418635d0808e6a921b600e2c1b',
  'privacy_notice 2026-01 es': 'bd48a885f74fea101e590a2c9b1bb1d94a6a9cfa18056f9c277a75f17ea97351',
  'sms_consent 2026-01 es': '396d67d2372f74969c536f4a6a5796a9a7e69d559aee01868e92b24121643d5f',
  'cip_notice 2026-01 es': '98e37a06b59ca4c6605121cd5c6990931265027f26c0397fa5754e16d07feca5',
  'alimony_notice 2026-01 es': '3ba3e1510640a7b0f85f3cd3d0577059ddbd0e42e228949b814ecd04ce452559',
  'ssn_purpose 2026-01 es': '392a36dabc5c47062b0502e694aa866d8abc8f6c631f29b989cdabed0e019611',
  'soft_inquiry_line 2026-01 es':
    'f103a98887a90328b13a8b8eecabf46381897b75843f3fb06f3c49718e0a9e0b',
  'credit_approval_line 2026-01 es':
    'bee4bb38f549422c1471ff06abd7298598853b3f3934c53c75a379b20405276f',
  'offer_not_final_line 2026-01 es':
    '534848baf4ccd9d54703d135797077b83b53dd04622c436af213a10e255bea4c',
  'hard_inquiry_line 2026-01 es':
    'ca3e9797dfc3b7caa9f67edcdbfc473c8ee32d868784027f327b971dd0b8608c',
  'mla_statement 2026-01 es': 'fe1ef3b734a60f3ff434b146054cfb05a2c815358c317ba795d3922640e5b017',
  'state_notice_oh 2026-01 es': 'cdbf7c6f5aa424deb4c4466c83734e7fb443cb863112eca9e3f5a6ae63626db1',
  'state_notice_wi 2026-01 es': '08dd02cbe27de8c94a320f5732c8f59a2592cd3360d5d390b5e75820abaa4d9c',
  'state_notice_ca 2026-01 es': '82809e0caae600a18c227531e5b4fe01a50cadc1a0300321072c9e4954f0a2e6',
  'state_notice_ny 2026-01 es': '0424a760b065526cdca91167d3ca965908246f3a589117acf760fcb43a01d2a7',
  'wi_spouse_notice 2026-01 es': '99d0198d67a8d78a5372585c65c2443d886af343c312ea5af76cee2cb99a2111',
  'tila_apr 2026-01 es': '63cfff50efebcb1a570dc0ee0028245a3e68af5954c18e0a2266dc2751e70d59',
  'tila_finance_charge 2026-01 es':
    '5b721723e75758dd11ffe767714477c6b8bbb637ba9d4c48b5c9bb28131252f3',
  'tila_amount_financed 2026-01 es':
    '2a9c0f99416e13df88fab2cb3531a873bb4c3250fd41d05df194383a4772ea22',
  'tila_total_of_payments 2026-01 es':
    'ae0f15e6769d02f1d32156fa16b2909ff7ee523cb4cfb4b7292224a1eb9f70d9',
  'tila_payment_schedule 2026-01 es':
    '0dcacba6a3bf826aa94de245616d3cc16ee258478a8b4bf07f981cf2c06e1607',
  'tila_late_charge 2026-01 es': '09267cd0d0dc9e8b2b813086ed3a24d70f0f000dae8bed9c6dc51deb9bedaa49',
  'tila_prepayment 2026-01 es': '4560de8cab783854d6d1a267f6ab7a2db46ef774785e9bd3559ba4f9c7a149fe',
  'tila_contract_reference 2026-01 es':
    'c2a9155c5f1c5d5461314b07751011ac8c39150455165ebbb2acc84a1668f10d',
  'tila_estimate 2026-01 es': '000e06338bf8fa77c1b9905c3dd538718d50b3e9ef6139de1a68f3aa574b9066',
  'tila_itemization 2026-01 es': '29280313c69a94a67908733fb70334223fed024550dd58b5df0acc49ee016009',
  'deferred_interest_in_time 2026-01 es':
    '4bc4585a691d267f79d6d81fb0c074d1ab5d2afede429789de748068c55b4a6f',
  'deferred_interest_not_in_time 2026-01 es':
    '31d5183935ae946084c9157f75d2dd20bfc0a4623a7720d832215588b7fa0f53',
  'loan_agreement 2026-01 es': '26375e201a992274bae7c3b12f1f791a74a5ab70eb690a79f58f9f6ffaaa419f',
  'holder_notice 2026-01 es': '7a195b44a04c6f4eaf3c189c66da219ecebeff04e9ea7a1731991d8ac36c31af',
  'loan_terms_signature 2026-01 es':
    'dd669264b5c4638201cfa6e51c227e399be499f650d518838c9f616f52476a6b',
  'hard_pull_consent 2026-01 es':
    'be421af9c6dfecff9c583581e7d4e266ae3016e4208307323214461bc104c30f',
  'no_hard_inquiry_line 2026-01 es':
    '32954b8bc25a3294952cf97a7fd20ab57e6bc16ea5af42fdc461399787428908',
  'autopay_line 2026-01 es': '43c38fbf06f48a7b40c84eb9ccf60e649db5024bb613dca0b7e6b75029ecae8e',
  'portal_terms 2026-01 es': '5472a5f942b9ec34847dd8ab6ebe52415fee34259aeb7e097cb7cf608071042c',
  'portal_terms 2026-11 es': '6a4ee21faf1187bc48f1b2d2f3e73c5954bfec03a4092e1996c4b810c08eb25b',
  'charge_approval 2026-01 es': 'ede1d5f57e947c995f0aaf9e613c52844ad13b3995dfae9357c02fad83f0729b',
  'merchant_terms 2026-01 es': 'f162faaf4bd2ffc9924bb4103d5c01006bfeaac8b0fb4dcefc2941a3222e6c92',
  'credit_score_disclosure_h4 2026-01 es':
    '4601ee8f0f87cf9f84a58bf57b4cd700cbd034cffa30bc1a54913f19686b8aac',
  'credit_score_disclosure_h5 2026-01 es':
    'af06c36b5648eb9f3477d8ecf026c6899a78e2fd9f5446d5110bccdfc910c8b3',
  'adverse_action_notice 2026-01 es':
    '40d0656f12ccd886b651793d52231dd7d6371cf0bd25bec5d5f84a1e3e0145cf',
  'counter_offer_notice 2026-01 es':
    '9a3f3bc945c9d9bee688fceb47d9b16d5c5bdbe2a7eea724eb335d93af862d33',
  'report_used_with_score 2026-01 es':
    'eea6c6c96364f7358cb1a4a23808fe38ada57f4d03e3c62e1572c8592ec7eb92',
  'report_used_without_score 2026-01 es':
    'd3de804a40aed6c27a306e781a2bb043645c08f7f2e777821ac24449e644884a',
  'report_used_score_not_used 2026-01 es':
    '463f51c83a7e1ba74a66f4a619b08f6d6e3ba6a78ce87d60d90b77b1de4c0677',
  'report_not_used 2026-01 es': 'b2a9899e6a3783b8a72b2d601fe5ec7b368f09b3b3ddf5641fd8935332652010',
  'ecoa_notice 2026-01 es': '3d1f8fe8c150bbcc77474a0c95bb22c33c7a57c8e1fbfd6fb4a7775a229ddf30',
  'account_cancelled 2026-01 en':
    '13684e6937711e63c6e6688ccdef0f52e4aa9c28454f0a44ecb1ff8bcd46ec03',
  'credit_line_increased 2026-01 en':
    '4b0b8f1fe204baa3c35fe535a65478f407d4cb0b3ccbe6659e28f436757d4266',
  'charge_receipt 2026-01 en': '5e0b55abc155cc906f50db03005979a9a8de1e91819137c47b45a3891027d673',
  'charge_receipt_on_behalf 2026-01 en':
    '7ab7a2014b9fb059d6cdff0be845f2696f9043dfc57b2384f54949f4169e8556',
  'account_cancelled 2026-01 es':
    'f12805994a8472256c9a48adbdbaff663d596f0d3404f42097cbe6da79e63144',
  'credit_line_increased 2026-01 es':
    'c27cd7632f24091e3f63ef46aa45e9e356a392d575cad8a15f649e7729891a54',
  'charge_receipt 2026-01 es': '9b760779ca20926983fe4afea54da0f09a8dd73ab102e1a815d56520839e0692',
  'charge_receipt_on_behalf 2026-01 es':
    '1d2392ebd933a8fd3d3e052351fa91d131969c8996b3779f30aed9101e9fcfca',
  'as_low_as_terms 2026-01 en': '8fcdcf92f7ea19d40cf6de2b3185bf2addf75ff03a5ef34bf32aa98c90ddfb4a',
  'as_low_as_terms_one_payment_amount 2026-01 en':
    '0b3510feb06f25648503a465b027660d478aaab446597f46eaea7101fe005f74',
  'as_low_as_terms 2026-01 es': 'aacbd5153a899d5ff225a44f3f2786cff4ea22398d1f4e28daab8dacbb9b86b7',
  'as_low_as_terms_one_payment_amount 2026-01 es':
    'a47a50c03bfb847fa5c90f55ba98491faa067f21dbfd1aa8f706549de7a79330',
  'esign_consent 2026-12 en': '3c19127d6c1067ba8a9e55ea272b37fbefe85674d21f4b470bce78ca951459e6',
  'portal_terms 2026-12 en': '24e615bb1ba36ea6e6de65b8ce249aba7b9bd442b6673c2d7eef4c2dd990ae62',
  'charge_approval 2026-12 en': '3b8271055b50bd7d61f336378cbba6260d4c05edbe88ebcddd8e3786af89dbee',
  'account_cancelled 2026-12 en':
    'e29feb314d6c8d13bda2097f72492aa20f03e6f747d9c7d2a43c19cc64e9361b',
  'credit_line_increased 2026-12 en':
    'f671d5608e9d81dc8dcfed458833b2c2d2736b5b2c8131d5a9982ccce4a08ca7',
  'charge_receipt_on_behalf 2026-12 en':
    'c4fc0801215943f97980454b9e3ad982fc20aea556e4bc16d6fabc049dc44b5d',
  'as_low_as_terms 2026-12 en': 'aae20f4c9eb465c379847f1ddb05481709da288205e8f7d81343005fb8cb1bbc',
  'as_low_as_terms_one_payment_amount 2026-12 en':
    'f08323f67660c7f2ce7f4d9ce266838c9ba4050ecc63b8b5315939b5267b753d',
  'esign_consent 2026-12 es': 'faa075ceb4c1edad1503b909198560d8bed14b53012c00b037d77100a4c56667',
  'portal_terms 2026-12 es': '8d67f688229ad5c17739af16d1d38bef9e7780f5e1579263404b0a944b23c935',
  'charge_approval 2026-12 es': 'ab6fdc1ec9984e55713374ec3695968e81800960de36dcd376b3ce43c288ff99',
  'account_cancelled 2026-12 es':
    '4e132a6cbce816e178538f493b2142f7e73afe1f3ecd15937d662f3b41755017',
  'credit_line_increased 2026-12 es':
    '456699570cf2621f3ae4b5086b15bb896401477dd0e21ca04e5760ccd873b732',
  'charge_receipt_on_behalf 2026-12 es':
    '664e2cb3f6068d5b6f6ae10a8da029d3745583b0a405b81b4c795f42c0d0f759',
  'as_low_as_terms 2026-12 es': '5cd5bfaf5d8ef6084d37bdb255999add9498ba9f5de5b10cfda978ce8ab736c4',
  'as_low_as_terms_one_payment_amount 2026-12 es':
    'd2abb81ff5e4af8689b488ab8395d771234980b098321909c67e0fc9b4c75f7b',
  'sms_consent 2026-12 en': '83ad7b2c560d0b0e1d6f03d2f3a329e73373cc0cd8d86d202c3cfb65e4ca7240',
  'hard_inquiry_line 2026-12 en':
    'a073f621333ca49d32db26bdc82c983c4cae9e1cec431e78efbe0f09bd4dd32e',
  'deferred_interest_in_time 2026-12 en':
    'd942958dedff479a0a2a54dc593c8e481b6045f6031ea0b308f1a8a08f333663',
  'deferred_interest_not_in_time 2026-12 en':
    '57ee42c8559ef52b585a1f2b375fc3d6381ffb28861005d1c3ce4a418d7014de',
  'loan_agreement 2026-12 en': '2fc1cf9d26f66099f40c1d2dd040698d97f6273e60f90bf91ea76286f8c705ef',
  'hard_pull_consent 2026-12 en':
    '5b3bc1e78c7895302abdee9a0f4c4777c68f214b9ccd702eac0070d39e5cfb67',
  'no_hard_inquiry_line 2026-12 en':
    '19d3fddfe19f2edd0bde7deca8973a3d432f67d34e4d59c127e1a2ee192b57fb',
  'adverse_action_notice 2026-12 en':
    '995f2753b5c875ca6260608a06ad72a04ed64309eec37f1ad59d29c47de533e9',
  'counter_offer_notice 2026-12 en':
    '63b3273b655379cd4a9d4caae0a3fff74ba6cacc26031bb7e5b964005b5895ca',
  'sms_consent 2026-12 es': '8858e0bb14a299eae585dd959b88b1728247b3a21d260a674b8d8e3cb31abcb8',
  'hard_inquiry_line 2026-12 es':
    '106b0458b87303d53292f9b6a2092980f97b7c207d0692174de0be37d5d9953e',
  'deferred_interest_in_time 2026-12 es':
    '0514d9d83f2327b1c770b6c8c23b80a90f244108e456016535bfd69a759c989f',
  'deferred_interest_not_in_time 2026-12 es':
    'f86a8a4c62c0742bed479fa05515c4dce17ead88f52ef5532e6fa33227864e8d',
  'loan_agreement 2026-12 es': 'ac2f6dd74c4ae3e662cb46f44e4f7033d3d6c67eb3815c6152cefbf65d8b8baf',
  'hard_pull_consent 2026-12 es':
    'd621723250378d3f2d9e8c5bb45aeea1537726abdae230f459d953ca4e045933',
  'no_hard_inquiry_line 2026-12 es':
    'b2b7e3c1d29b6cf7d8dc69d9acabd25cd5490028a4f2d13288d862108bcb4959',
  'adverse_action_notice 2026-12 es':
    '93e29988c7632fb3b3d03afae03a2c37b4f266ec7ebb64cfa576cdc6e9130961',
  'counter_offer_notice 2026-12 es':
    'a0c894781ba54528ce0cf93347e7e45fcb015088c28454973d44d020688e1a41',
  'charge_receipt_on_behalf 2027-01 en':
    '86d49a845561d289975a65380bd05c62d5e9a62f5df13b9c20fa06e6a0320796',
  'charge_receipt_on_behalf 2027-01 es':
    '431b01e907361985c5ab167f75c99cf58431c10b81d484da08c020acd6c0b951',
  'offer_not_final_line 2027-01 en':
    '67eecc93dd97a2e2d68690c9effd2ad8bed910d08e39a5cb825a042dd596c00a',
  'state_notice_ca 2027-01 en': '4c9b4cb2165da4c7c79f5acaf47283064ee74992290f7858d8f267392484e2d9',
  'no_hard_inquiry_line 2027-01 en':
    '19d3fddfe19f2edd0bde7deca8973a3d432f67d34e4d59c127e1a2ee192b57fb',
  'merchant_terms 2027-01 en': 'fd67f1cb455a82a0b5a664a277e06ea4ea3e45ce0ba6773e10b21d8129c2e6eb',
  'account_cancelled 2027-01 en':
    '9d1e7c10f8bfbfc743c519e9b00577ce2d2cb63f3aa8b76cde5aea667fff14a0',
  'offer_not_final_line 2027-01 es':
    '42b6cd2033b6dbfe1a70c6bf2471e979769358976bd5ee9d7b9829471fb767c4',
  'state_notice_ca 2027-01 es': 'bb166f0a3ac02e1e7041f09a7186cec1b4232e271ea89d4ed793a92296b7cf0d',
  'no_hard_inquiry_line 2027-01 es':
    'df2f6ca1a535d3bd496bc1c1745552249c71675507ac2c277b105a036412e47b',
  'merchant_terms 2027-01 es': '1e46f1289b9dec8e7c176f50592941cdbddb0b3c00bba5e4ce4a6fb77d2ea3ab',
  'account_cancelled 2027-01 es':
    '4a538c61c66c31946353d98360f90c2d65561c4279d74f15014192ccb42f2ee8',
  'tila_late_charge 2027-01 en': 'f2db795d4e9282bb2d7816cf29c348558c34c26577010fdd4a1ea8e1f0e827d9',
  'tila_late_charge 2027-01 es': 'fe98c827a9592cf5e4a46a7cc3fbf0f0db2345c61ca6b165bfad947574daeb60',
  'loan_agreement 2027-01 en': 'c6e68f509f842d079161790880cdbcca16f0e0b13d52f06e3be90325ef636a52',
  'loan_agreement 2027-01 es': 'df82229c82b327c65278a693095776403f344bc6f0d6885412381b95539b7a4b',
  'account_on_hold 2026-01 en': '021f77e9b761898711870904e56c3a475db481d94aa5db9ce22cf0b990bf174e',
  'account_on_hold 2026-01 es': 'a6a956cf9831fddbe180244b439d80984a33ab6c8b0bfa9ca5847544dfb9547e',
  'privacy_notice 2027-01 en': 'dc2ca881513764ab476e689a60f6c0d8f9dcc1af2e686da3caccd479925fb3bf',
  'privacy_notice 2027-01 es': '75257f9940c86b650cca2b62af2d4e31406b2ece618d64426167b52e690c396f',
  'charge_receipt_final 2026-01 en':
    '5eee46d6acf92bcdfcf561f28e771f9e893fdedd978d0303dc2719223765d761',
  'charge_receipt_on_behalf_final 2026-01 en':
    'd72c691e9f81aa4544d61c0bdeb4f280476067668f55090bc573b4b67f120a91',
  'charge_receipt_final 2026-01 es':
    '158b05f89f57d72db032c12540e11874432343077c89199fb0b35a8a40f240ce',
  'charge_receipt_on_behalf_final 2026-01 es':
    '552c50c62410b64172fb1d6a23da3842ad4717277648a0eeac93caeb6f1d408a',
};
