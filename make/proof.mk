#= Long proofs

CUTS ?= 50
SEEDS ?= 10000
NIGHTS ?= 365
CIRCLE_NIGHTS ?= 1000000
AIR_DATA ?= ../shared/data/air

.PHONY: speech-clips proof-speech proof-alarms proof-mutants proof-nights proof-circle proof-flight proof-balance proof-record proof-power-cuts proof-two-boxes \
  proof-update proof-update-emulated proof-boot proof-image proof-repository proof-fhir proof-settings proof-metrics proof-taken-over proof-figures proof-air proof-sync figures

proof-alarms: build #- SEEDS=10000 timelines against the oracle, and 2,000 deliberate errors of which 95 % must be found; 1 h
	python3 Tests/oracle/test_model.py
	python3 Tests/oracle/run.py dist/lapwing --seeds $(SEEDS) --jobs $$(nproc)
	python3 Tests/oracle/damage.py dist/lapwing --damages 2000

# It builds a copy of the tree, a debug build, in .build/mutants.
proof-mutants: setup #- puts faults into the alarm rules, one at a time; the oracle must catch each; 10 min
	python3 Tests/oracle/mutants.py

# NIGHTS of each of 66 rows: 11 scenarios, 60 and 480 artefacts a day, three kinds of length.
proof-nights: setup #- writes a part of docs/simulation.md: NIGHTS=365 nights of each kind beside 0.1.0; fails if a target is missed; 30 min
	@$(call RELEASE,simulated-year)
	.build/release/simulated-year nights $(NIGHTS) data/simulations/nights/before.tsv data/simulations/nights/*.yaml \
	  >.build/nights.md || { cat .build/nights.md; exit 1; }
	tools/join-simulation docs/simulation.md .build/nights.md

# A core plays 460 nights or so a second: 25 minutes on two idle cores, 15 for the faults and 20 for those of the second judge. The
# nights add up in var/nights.jsonl, for as long as the program is the same.
proof-circle: setup #- the care circle over CIRCLE_NIGHTS=1000000 nights and 10,000 timelines, with planted faults; 90 min
	@$(call RELEASE,circle-replay)
	@$(call RELEASE,circle-nights)
	python3 Tests/circle-oracle/nights.py .build/release/circle-nights $(CIRCLE_NIGHTS) --parts var/nights.jsonl
	python3 Tests/circle-oracle/judge.py .build/release/circle-nights 100 --jobs $$(nproc)
	python3 Tests/circle-oracle/run.py .build/release/circle-replay --seeds 10000 --jobs $$(nproc)
	python3 Tests/circle-oracle/mutants.py
	python3 Tests/circle-oracle/judge_mutants.py --jobs $$(nproc)

# The first time it fetches 57 MB of sample flights into ~/.cache/lapwing.
proof-flight: build #- finds the phases of simulated and real flights, and none in a year at home; a table beside a plain threshold; 5 min
	python3 Tests/flight-proof/run.py dist/lapwing --jobs $$(nproc)

proof-balance: build #- 3,000 random load sheets against the oracle, damaged limits and rules, the remedies of the solver; 15 min
	python3 Tests/balance-oracle/test_model.py
	python3 Tests/balance-oracle/run.py dist/lapwing --seeds 3000 --jobs $$(nproc)
	python3 Tests/balance-oracle/run.py dist/lapwing --damage
	python3 Tests/balance-oracle/rules.py dist/lapwing
	python3 Tests/balance-oracle/solve.py dist/lapwing --seeds 40 --jobs $$(nproc)

proof-air: setup #- estimates each real station from the others, and finds damaged ones; data in AIR_DATA=../shared/data/air; 3 min
	@$(call RELEASE,air-replay)
	python3 Tests/air-proof/run.py .build/release/air-replay --data $(AIR_DATA)
	python3 Tests/air-oracle/run.py '.build/release/air-replay --answer' 2000

# On one idle core it plays 2,000 histories or so a second, so a million take 10 minutes, and the faults 15.
proof-sync: setup #- SYNC_HISTORIES=1000000 random histories of devices that exchange loadings, and faults that must be found; 30 min
	@$(call RELEASE,sync-replay)
	python3 Tests/sync-oracle/run.py .build/release/sync-replay --seeds 10000
	.build/release/sync-replay specified 0 $(or $(SYNC_HISTORIES),1000000)
	.build/release/sync-replay play 0 $(or $(SYNC_HISTORIES),1000000)
	python3 Tests/sync-oracle/mutants.py

proof-record: CUTS = 200
proof-record: setup #- cuts the power CUTS=200 times while the logbook is written, sealed, migrated and partly deleted; 5 min
	@tools/packages $(PROOF_PACKAGES)
	@$(call MAKE_FAST,record-benchmark)
	python3 Tests/record-proof/test_disk.py
	python3 Tests/record-proof/blocks.py $(FAST)/record-benchmark
	python3 Tests/record-proof/run.py $(FAST)/record-benchmark $(CUTS)

# The sound is recorded and looked at after each cut.
proof-power-cuts: setup-rig deb #- cuts the power of the emulated box CUTS=50 times, with sectors unflushed and torn; 15 min
	CUTS=$(CUTS) .venv/bin/python -m pytest Rig -k after_every_power_cut --numprocesses 2

proof-two-boxes: setup-rig deb #- lets two emulated boxes watch each other: alarm, answer, killed process, cut cable, cut power; 5 min
	Rig/run test_two_boxes

proof-update: #- cuts the power UPDATE_CUTS=10000 times in a model of updates that runs the box's own scripts; 1 min
	python3 image/proof/run.py $(or $(UPDATE_CUTS),10000)

# Results add up in image/rig/cuts.jsonl.
proof-update-emulated: setup-image $(PACKAGE) python #- cuts the power of the emulated box CUTS=50 times in a first start and in updates; SEED=number; 1 to 2 min a cut
	@tools/packages $(IMAGE_RIG_PACKAGES) $(BUNDLE_PACKAGES)
	card=$$($(CARD)) && CARD="$$card" KEYS="$(KEYS)" nice .venv/bin/python image/rig/cuts.py $(CUTS) $(SEED)

proof-boot: setup-image $(PACKAGE) python #- puts FAULTS=300 random single faults on the card of an emulated box, one at a time; MINUTES=60 ends it
	@tools/packages $(IMAGE_RIG_PACKAGES)
	card=$$($(CARD)) && CARD="$$card" .venv/bin/python image/rig/boot_faults.py $(or $(FAULTS),300) $(or $(SEED),1) $(MINUTES)

proof-image: setup-image $(PACKAGE) #- makes the image twice, in different folders, and compares each byte; 5 min
	first=$$($(CARD)) && sums=$$(cd $$first && sha256sum card.img root.ext4) && CARD_AGAIN=1 $(CARD) >/dev/null && \
	  again=$$(cd $$first && sha256sum card.img root.ext4) && echo "$$again" && [ "$$sums" = "$$again" ]

proof-repository: #- tries the apt repository in a Debian of its own: install, upgrade, pin back, refuse; needs root; 5 min
	@tools/packages $(REPOSITORY_PACKAGES) mmdebstrap
	image/package/try-repository dist/lapwing_$(VERSION)_$$(dpkg --print-architecture).deb

# Python libraries that are made from HL7's definitions of FHIR.
proof-fhir: $(PROGRAM) python #- exports a night as FHIR and has it checked by two libraries made from HL7's definitions; 1 min
	rm -rf .build/fhir && mkdir -p .build/fhir
	.venv/bin/python tools/check-fhir --sample >.build/fhir/night.csv
	$(LAPWING) sessions import .build/fhir/night.csv --logbook .build/fhir/lapwing.db
	$(LAPWING) sessions export --fhir .build/fhir/session.json --logbook .build/fhir/lapwing.db
	.venv/bin/python tools/check-fhir .build/fhir/session.json

proof-figures: $(PROGRAM) #- computes every figure of FIGURE_SESSIONS=200 random sessions and FIGURE_NIGHTS=60 nights again, from docs/figures.md alone; 0 may differ; 3 min
	@tools/packages python3 poppler-utils
	python3 Tests/figures-proof/run.py $(LAPWING) --sessions $(or $(FIGURE_SESSIONS),200) --nights $(or $(FIGURE_NIGHTS),60) $(FIGURES)

figures: $(PROGRAM) #- the same of 20 sessions and 5 nights, which are short; 15 s, a minute with the debug build
	@$(MAKE) --no-print-directory proof-figures FIGURE_SESSIONS=20 FIGURE_NIGHTS=5 FIGURES=--short

speech-clips: $(PROGRAM) #- renders data/speech, the clips that the box speaks, from its words; 1 min
	@tools/packages $(SPEECH_PACKAGES)
	tools/speech-clips $(LAPWING)

proof-speech: $(PROGRAM) python #- renders the clips again and compares every byte; has 200 announcements recognised, and 80 numbers compared; 5 min
	@tools/packages $(SPEECH_PACKAGES)
	tools/speech-clips $(LAPWING) --check
	.venv/bin/python Tests/speech-proof/run.py $(LAPWING)

proof-settings: $(PROGRAM) #- changes settings two at a time, by command and page, 200 pairs each way: none may be lost; 5 min
	tools/settings-together $(LAPWING)

proof-metrics: $(PROGRAM) #- has Debian's Prometheus scrape /metrics, and promtool judge it; 1 min
	@tools/packages prometheus
	LAPWING=$(LAPWING) python3 Tests/page/scraped.py

proof-taken-over: $(PROGRAM) #- tries as the user of the page, with a shell, what it could write and order; needs root; 1 min
	tools/page-taken-over $(LAPWING)
