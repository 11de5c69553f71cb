#= Measure

.PHONY: bench bench-balance bench-record bench-import decoding allocations loop-allocations random fuzz coverage check-coverage

bench: static decoding ## measures decoding, start, memory and size, and prints tables
	python3 Benchmarks/bench.py $(STATIC) $(wildcard $(ARM64)) $(ARGS)
	@$(call RELEASE,balance-benchmark)
	.venv/bin/python Benchmarks/balance.py

decoding: setup python #- measures decoders per model, beside others on the same bytes; a part of `bench`
	@$(call RELEASE,benchmark)
	.venv/bin/python Benchmarks/decoding.py

bench-balance: build #- compares load sheets with those of an older binary: BASE=path, ratios of at least 0.95
	@test -x "$(BASE)" || { echo "BASE='$(BASE)' is no program; give the binary of an older commit: BASE=path" >&2; exit 64; }
	python3 Benchmarks/balance_ratio.py "$(BASE)" dist/lapwing

# Four minutes or so for a year.
DAYS ?= 365
bench-record: setup #- measures the logbook: bytes of DAYS=365 days beside rows and VictoriaMetrics, queries, bytes written a day
	@$(call RELEASE,record-benchmark)
	python3 Benchmarks/record.py .build/release/record-benchmark $(DAYS)

bench-import: $(PROGRAM) #- imports DAYS=365 days of a strap and an air sensor, and measures time and memory of that and of what reads it at once; 15 min
	python3 Benchmarks/imported.py $(LAPWING) $(DAYS)

allocations: setup #- counts allocations of decoding: none for a foreign advertisement, otherwise one block at most
	@$(call MAKE_COUNTED,benchmark)
	python3 Benchmarks/corpus.py .build/corpus.tsv
	$(COUNTED)/benchmark allocations .build/corpus.tsv

loop-allocations: setup #- counts allocations of the critical loop: none for a turn, one block for a message
	@$(call MAKE_COUNTED,watched-loop)
	python3 Benchmarks/loop_allocations.py $(COUNTED)/watched-loop

random: setup #- gives 10 million random frames to the decoders; none may trap
	@$(call MAKE_FAST,benchmark)
	$(FAST)/benchmark random 10000000

# Coverage feedback needs every module compiled for it, so this has a build folder of its own.
SECONDS ?= 60
fuzz: setup #- runs libFuzzer on every decoder, for SECONDS=60 altogether; says how to repeat a trap
	@LAPWING_FUZZ=1 tools/stage --about 1 'Build the fuzzer' tools/build fuzz $(SWIFTFLAGS) -c release --product fuzz \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
	python3 tools/fuzz/run.py .build/fuzz/release/fuzz .build/fuzz/corpus $(SECONDS)

coverage: $(PROGRAM) python #- writes docs/sensors.md: the decoded messages of each sensor, beside two other decoders
	.venv/bin/python Benchmarks/coverage.py $(LAPWING)

check-coverage: $(PROGRAM) #- checks that docs/sensors.md is what the decoders do; needs no network
	python3 Benchmarks/coverage.py $(LAPWING) --check
